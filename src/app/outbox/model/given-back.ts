import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm } from '#contract/money.ts';
import { BOOK_RETURN, type ResourceName, TRANSFER, WITHDRAWAL } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';

/** Money that goes back, students who leave what they paid for, and books that come back (decision 131). */

export const REFUND = 'refund';

/** An enrolment or a payout, or the student whose credit is paid out. */
interface PaidFor {
  readonly resource: ResourceName;
  readonly id: string;
}

interface Written {
  readonly operation: { readonly resource: string };
  readonly body: Draft;
  readonly before?: Draft | undefined;
}

/** Their delete is an undo, and they answer the record that they are about. */
export const isUndoable = (name: string): boolean => name === WITHDRAWAL || name === BOOK_RETURN;

const kinds: readonly string[] = [REFUND, WITHDRAWAL, TRANSFER, BOOK_RETURN];

/** What an entry gives money back for, or takes a student out of; undefined for any other entry. */
export function paidBackFor({ operation, body, before }: Written): PaidFor | undefined {
  if (!kinds.includes(operation.resource)) return undefined;
  const { resource, related_record: id } = { ...before, ...body };
  return isResourceName(resource) && typeof id === 'string' ? { resource, id } : undefined;
}

/** The withdrawal of a withdrawal or a transfer, or the return of books; `keep` is no part of a return. */
export function withdrawalIn({ operation, body }: Written): Draft | undefined {
  if (isUndoable(operation.resource)) return body;
  const { withdraw } = body;
  return operation.resource === TRANSFER && typeof withdraw === 'object' && withdraw !== null
    ? { ...withdraw }
    : undefined;
}

interface Following {
  readonly resource: ResourceName;
  readonly body: Draft;
}

/** The enrolment that a transfer makes. Without a student it is that of the record that is left. */
export function followingIn({ operation, body }: Written, left?: RecordRow): Following | undefined {
  if (operation.resource !== TRANSFER) return undefined;
  const { resource, body: own } = { ...Object(body.to) };
  if (!isResourceName(resource) || typeof own !== 'object') return undefined;
  return { resource, body: { ...(left && { student: left.student }), ...own } };
}

/** The references of a transfer's new enrolment; each has the name of its field in `referenced`. */
export const FOLLOWING = 'to.';

interface Moved {
  /** In piastres. */
  readonly amount: Piastres;
  readonly body: Draft;
  /** Index for `partId`. 0 is the enrolment that a transfer makes. */
  readonly part: 1 | 2;
}

/** What a withdrawal pays back and what it keeps as credit, as the refunds that the server makes of it. */
export function refundsOf(withdrawal: Draft, paidFor: PaidFor): readonly Moved[] {
  const { refund, credit, reason } = withdrawal;
  const shared = { resource: paidFor.resource, related_record: paidFor.id, reason };
  const paid = { ...Object(refund) };
  const parts = [
    { ...paid, amount: readPiastres(paid.amount), part: 1 },
    { amount: readPiastres(credit), payment_method: 'credit', part: 2 },
  ] as const;
  return parts.flatMap(({ amount, part, ...own }) =>
    amount === undefined || amount === 0n
      ? []
      : [{ amount, part, body: { ...shared, ...own, amount: formatDecimal(amount) } }],
  );
}

/** In piastres; what is not owed any more after a withdrawal. */
export function forgivenAfter(record: Draft, withdrawal: Draft): Piastres | undefined {
  const [price, keep] = [readPiastres(record.price), readPiastres(withdrawal.keep)];
  return price === undefined || keep === undefined ? undefined : price - keep;
}

/** In piastres; 0 where the server does not know it. */
export const forgivenOf = (record: Draft): Piastres => readTerm(record.forgiven) ?? 0n;
export const refundedOf = (record: Draft): Piastres => readTerm(record.refunded) ?? 0n;
