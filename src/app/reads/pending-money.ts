import type { ReadInterval } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';

/**
 * Merges an entry's body with its optimistic values. The server's record takes the place of both once it has
 * answered.
 */
export const valuesAfter = ({ state, body, expected, result }: OutboxEntry) =>
  state === 'done' ? { ...expected, ...body, ...result } : { ...expected, ...result, ...body };

/**
 * Calculates by how much an entry changes a money field, in piastres. That is all of a create and the
 * difference of an edit; undefined where an amount cannot be read.
 */
export function changeOf(entry: OutboxEntry, field: string): Piastres | undefined {
  const { kind } = entry.operation;
  const values: Draft = valuesAfter(entry);
  const [previous, next] = [
    kind === 'create' ? 0n : readTerm(entry.before?.[field]),
    readTerm(values[field]),
  ];
  if (kind === 'create') return next;
  if (kind === 'delete') return previous === undefined ? undefined : -previous;
  if (!(field in values)) return 0n;
  return previous === undefined || next === undefined ? undefined : next - previous;
}

/**
 * Adds pending money to a record's balance (decisions 11 and 14): its own edits and its installments. Returns
 * the same record where nothing is pending; a balance is null where a pending amount cannot be read.
 * @param entries the owner's entries of this resource
 */
export function overlayMoney(
  resource: Resource,
  record: RecordRow,
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
): RecordRow {
  const debt = debtOf(resource);
  const remaining = debt && readPiastres(record[debt.left]);
  if (!debt || remaining === undefined) return record;
  const charged: (Piastres | undefined)[] = [];
  const paid: (Piastres | undefined)[] = [];
  for (const entry of entries) {
    if (!isMissingFrom(entry, interval)) continue;
    if (installmentParent(entry) === record.id) paid.push(changeOf(entry, debt.paid));
    else if (entry.operation.recordId === record.id && entry.operation.kind === 'update') {
      charged.push(changeOf(entry, debt.price));
      paid.push(changeOf(entry, debt.paid));
    }
  }
  const [addedPrice, addedPayments] = [sumIfKnown(charged), sumIfKnown(paid)];
  if (addedPrice === undefined || addedPayments === undefined) return { ...record, [debt.left]: null };
  return addedPrice === addedPayments
    ? record
    : { ...record, [debt.left]: formatDecimal(remaining + addedPrice - addedPayments) };
}

function installmentParent({ body, before }: OutboxEntry): unknown {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  return body.related_record ?? before?.related_record;
}
