import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { paidBackFor } from '#app/outbox/model/given-back.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import { type Draft, debtOf, type Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm } from '#contract/money.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { DebtChange } from '#contract/writes/define-write.ts';
import { forgivenOf, refundedOf } from '#contract/writes/going-back.ts';
import { writeOf } from '#contract/writes/registry.ts';

interface GivenBack {
  /** In piastres. */
  readonly refunded: Piastres;
  readonly forgiven: Piastres;
}

/** What a refund adds; of a change the difference. Undefined where an amount is unreadable, and for other entries. */
function changeByRefund(entry: OutboxEntry): GivenBack | undefined {
  const { operation, before = {}, body, result } = entry;
  const { givesBack } = isResourceName(operation.resource) ? resourceOf(operation.resource) : {};
  const amountsOf = (values: Draft): GivenBack | undefined => {
    const refunded = readTerm(values[givesBack?.amount ?? '']);
    const isForgiven = values[givesBack?.forgives ?? ''] === true;
    return refunded === undefined ? undefined : { refunded, forgiven: isForgiven ? refunded : 0n };
  };
  const after = { ...before, ...body, ...(entry.state === 'done' && result) };
  const was = amountsOf(operation.kind === 'create' ? {} : before);
  const becomes = amountsOf(operation.kind === 'delete' ? {} : after);
  if (!was || !becomes) return undefined;
  return { refunded: becomes.refunded - was.refunded, forgiven: becomes.forgiven - was.forgiven };
}

function unknownRest(record: RecordRow, left: string, marks: Draft): RecordRow {
  return { ...record, ...marks, [left]: null };
}

function added(record: RecordRow, left: string, { refunded, forgiven }: GivenBack, marks: Draft): RecordRow {
  const rest = readPiastres(record[left]);
  return {
    ...record,
    ...marks,
    refunded: formatDecimal(refundedOf(record) + refunded),
    forgiven: formatDecimal(forgivenOf(record) + forgiven),
    [left]: rest === undefined ? null : formatDecimal(rest + refunded - forgiven),
  };
}

function changeOf(entry: OutboxEntry, record: RecordRow, price: Piastres | undefined): DebtChange {
  const { debtChange } = writeOf(entry.operation.resource) ?? {};
  if (debtChange) return debtChange(entry, record, price);
  return { marks: {}, refunded: 0n, forgiven: undefined, ...changeByRefund(entry) };
}

/**
 * Applies refunds, withdrawals and returns of books to the enrolment or payout that they are about (decision 131). Returns the same
 * record where nothing is pending; what remains is null where an amount is unreadable.
 * @param entries of refunds, withdrawals and returns of any record, in order
 * @param priceBefore price of the record with the changes that were made before an entry
 */
export function overlayGivenBack(
  resource: Resource,
  record: RecordRow,
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
  priceBefore: (seq: number) => Piastres | undefined,
): RecordRow {
  const { left } = debtOf(resource) ?? {};
  if (left === undefined) return record;
  let shown = record;
  for (const entry of entries) {
    const paidFor = paidBackFor(entry);
    const isAbout = paidFor?.resource === resource.name && paidFor.id === record.id;
    if (!isAbout || !isMissingFrom(entry, interval)) continue;
    const { marks, refunded, forgiven } = changeOf(entry, shown, priceBefore(entry.seq));
    shown =
      forgiven === undefined
        ? unknownRest(shown, left, marks)
        : added(shown, left, { refunded, forgiven }, marks);
  }
  return shown;
}
