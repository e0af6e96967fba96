import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { PEOPLE_PATH, people, sessionRow } from '#contract/people.ts';
import { branchUser, USERS_PATH } from '#contract/users.ts';
import { branchQuery } from './branch-queries.ts';

const STALE_TIME = 5 * 60_000;

const peopleQuery = queryOptions({
  queryKey: ['account', 'people'],
  queryFn: ({ signal }) => request({ method: 'GET', path: PEOPLE_PATH, answer: people, signal }),
  staleTime: STALE_TIME,
  meta: { persist: true },
});

const nobody: ReadonlyMap<string, string> = new Map();

/** Names by user id; empty on a server that does not tell. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const { data } = useQuery({ ...peopleQuery, enabled: branch?.people === true });
  return useMemo(
    () => (data ? new Map(data.results.map(({ id, name }) => [String(id), name])) : nobody),
    [data],
  );
}

export const USERS = ['users'] as const;

/** Never stored on the device. */
export function usersQuery() {
  return queryOptions({
    queryKey: USERS,
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: USERS_PATH,
        query: { no_pagination: true },
        answer: pageOf(branchUser),
        signal,
      }),
  });
}

const sessionsPage = pageOf(sessionRow);

export function sessionsQuery() {
  return queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => request({ method: 'GET', path: paths.sessions, answer: sessionsPage, signal }),
  });
}
