import type { RecordRow } from '#app/lib/record-row.ts';
import type { CollectionResource } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';

// Apart from the button: lists load this with their first rows.

/** Tells whether records of a resource are payments: those that take installments, and these. */
const isPayable = (resource: Resource): resource is Resource & { readonly name: CollectionResource } =>
  resource.installment !== undefined;

/** Returns the name under which the receipt of a record is found; undefined for a record that is no payment. */
export function receiptResource(resource: Resource, record: RecordRow): CollectionResource | undefined {
  const isPaid = (readPiastres(record.paid_amount) ?? 0n) > 0n;
  return isPaid && isPayable(resource) ? resource.name : undefined;
}
