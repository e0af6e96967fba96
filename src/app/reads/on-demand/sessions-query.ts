import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { sessionRow } from '#contract/sessions.ts';

const sessionsPage = pageOf(sessionRow);

/** Returns the query of the sessions of the signed-in user (decision 48). */
export function sessionsQuery() {
  return queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => request({ method: 'GET', path: paths.sessions, answer: sessionsPage, signal }),
  });
}
