import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { dueRenewals, RENEWALS_PATH } from '#contract/renewals.ts';

/** How many enrolments of each kind end soon or ended lately (decision 133). */
export function dueRenewalsQuery() {
  return queryOptions({
    queryKey: [...keys.figures, 'renewals'],
    queryFn: ({ signal }) => request({ method: 'GET', path: RENEWALS_PATH, answer: dueRenewals, signal }),
    meta: { persist: true },
  });
}
