import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { MONTH_PATH } from '#contract/month.ts';
import { MONTH_CHECKLIST_PATH, monthChecklist, monthWrites } from '#contract/month-checklist.ts';

/** Returns the query of what may still be open before the running month ends. */
export function monthChecklistQuery() {
  return queryOptions({
    queryKey: [...keys.figures, 'checklist'],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: MONTH_CHECKLIST_PATH, answer: monthChecklist, signal }),
    staleTime: 0,
  });
}

/** Returns the query of what was written between the last undo of a month and its next end. */
export function monthWritesQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.figures, 'writes', id],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: `${MONTH_PATH}${encodeURIComponent(id)}/writes/`,
        answer: monthWrites,
        signal,
      }),
  });
}
