import type { RecordRow } from '#app/lib/record-row.ts';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';

/** Returns the name under which the receipt of a record is found; undefined for a record that is no payment. */
export function receiptResource({ name }: Resource, record: RecordRow): CollectionResource | undefined {
  const paid = readPiastres(record.paid_amount) ?? 0n;
  return paid > 0n ? collectionResources.find((one) => one === name) : undefined;
}
