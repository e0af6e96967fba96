import type { ReadInterval } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { forgivenAfter, forgivenOf, paidBackFor, REFUND, refundedOf } from '#app/outbox/model/given-back.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm } from '#contract/money.ts';
import { parseQuantity } from '#contract/quantity.ts';
import { BOOK_RETURN, WITHDRAWAL } from '#contract/resource-names.ts';

interface GivenBack {
  /** In piastres. */
  readonly refunded: Piastres;
  readonly forgiven: Piastres;
}

const amountsOf = ({ amount, forgive }: Draft): GivenBack | undefined => {
  const refunded = readTerm(amount);
  return refunded === undefined ? undefined : { refunded, forgiven: forgive === true ? refunded : 0n };
};

/** What a refund adds; of a change the difference. Undefined where an amount is unreadable. */
export function changeByRefund(entry: OutboxEntry): GivenBack | undefined {
  const { operation, before = {}, body, result } = entry;
  const after = { ...before, ...body, ...(entry.state === 'done' && result) };
  const was = amountsOf(operation.kind === 'create' ? {} : before);
  const becomes = amountsOf(operation.kind === 'delete' ? {} : after);
  if (!was || !becomes) return undefined;
  return { refunded: becomes.refunded - was.refunded, forgiven: becomes.forgiven - was.forgiven };
}

/**
 * In piastres; what a return forgives, or an undone withdrawal or return had forgiven, as the page that makes the entry
 * knows it.
 */
const forgivenBy = ({ expected }: OutboxEntry) => readPiastres(expected?.forgiven);

const minus = (one: Piastres | undefined, other: Piastres | undefined): Piastres | undefined =>
  one === undefined || other === undefined ? undefined : one - other;

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

/** Copies that come back, or stay out after all. */
export const copiesBack = ({ operation, body, expected }: OutboxEntry): bigint | undefined => {
  const copies = parseQuantity(String(body.quantity ?? expected?.quantity ?? ''));
  return operation.kind === 'delete' && copies !== undefined ? -copies : copies;
};

function withReturn(record: RecordRow, left: string, entry: OutboxEntry): RecordRow {
  const by = copiesBack(entry);
  const forgiven = forgivenBy(entry);
  const before = parseQuantity(String(record.returned ?? '')) ?? 0n;
  const marks = by === undefined ? {} : { returned: String(before + by) };
  if (forgiven === undefined) return unknownRest(record, left, marks);
  const change = entry.operation.kind === 'delete' ? -forgiven : forgiven;
  return added(record, left, { refunded: 0n, forgiven: change }, marks);
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
    const { operation, body } = entry;
    if (operation.resource === REFUND) {
      const change = changeByRefund(entry);
      shown = change ? added(shown, left, change, {}) : unknownRest(shown, left, {});
    }
    if (operation.resource === BOOK_RETURN) shown = withReturn(shown, left, entry);
    if (operation.resource !== WITHDRAWAL) continue;
    const isUndo = operation.kind === 'delete';
    const marks = isUndo ? { left_on: null, kept: null } : { left_on: body.left_on, kept: body.keep };
    const price = priceBefore(entry.seq);
    const after = price === undefined ? undefined : forgivenAfter({ price: formatDecimal(price) }, body);
    const forgiven = isUndo ? minus(0n, forgivenBy(entry)) : minus(after, forgivenOf(shown));
    shown =
      forgiven === undefined
        ? unknownRest(shown, left, marks)
        : added(shown, left, { refunded: 0n, forgiven }, marks);
  }
  return shown;
}
