import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { RECEIPTS_PATH, type ReceiptSubject, receipt } from '#contract/receipts.ts';

/** Returns the query of a receipt; it stays on the device, so that it can be printed again offline. */
export function receiptQuery(resource: ReceiptSubject, id: string) {
  return queryOptions({
    queryKey: keys.receipt(resource, id),
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: RECEIPTS_PATH, query: { resource, id }, answer: receipt, signal }),
    meta: { persist: true },
    // Corrections of the payment are not told to it.
    staleTime: 0,
  });
}
