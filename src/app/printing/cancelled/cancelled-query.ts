import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { pageOf } from '#contract/paging.ts';
import { CANCELLED_PATH, cancelledPayment } from '#contract/receipts.ts';

/** Chooses the cancelled payments of a resource or of a student. */
export interface CancelledFilter {
  readonly resource?: string;
  readonly student?: string;
}

/** Returns the query of one page of cancelled payments, newest first. */
export function cancelledQuery({ resource = '', student = '' }: CancelledFilter, page: number) {
  return queryOptions({
    queryKey: [...keys.receipts, 'cancelled', resource, student, page],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: CANCELLED_PATH,
        query: { page, ...(resource && { resource }), ...(student && { student }) },
        answer: pageOf(cancelledPayment),
        signal,
      }),
    meta: { persist: true },
  });
}
