import type { RecordRow } from '#app/lib/record-row.ts';
import type { CollectionResource } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';

// Apart from the button: lists load this with their first rows.

const isPayable = (resource: Resource): resource is Resource & { readonly name: CollectionResource } =>
  resource.installment !== undefined;

/** Undefined if the record is no payment. */
export function receiptResource(resource: Resource, record: RecordRow): CollectionResource | undefined {
  const isPaid = (readPiastres(record.paid_amount) ?? 0n) > 0n;
  return isPaid && isPayable(resource) ? resource.name : undefined;
}
