import { formatMoney } from '#contract/money.ts';
import { paidTooMuch } from '#contract/resources/paid-within-price.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { badField } from '#server/store/http-error.ts';
import { assertNotEnded } from './ended-month.ts';
import type { EnrolmentRow, LockedEnrolment } from './enrolment-rows.ts';

/** What a change makes of a row's money, in piastres. */
export interface Money {
  readonly price: bigint | null;
  readonly paid_amount: bigint;
}

/** @throws {Refusal} 400 when an installment is more than what remains (decision 11) */
export function assertWithinRemaining(paid: bigint, remains: bigint): void {
  if (paid > remains) throw badField('paid_amount', paidTooMuch(remains));
}

function refuseOverPrice(before: EnrolmentRow, after: Money): void {
  const price = after.price ?? 0n;
  const paid = after.paid_amount + before.installments_paid;
  if (paid <= price) return;
  const payable = price - before.installments_paid;
  if (after.paid_amount > before.paid_amount && payable >= 0n) {
    throw badField('paid_amount', paidTooMuch(payable));
  }
  throw badField('price', `${formatMoney(paid)} was paid already. The price can't be less.`);
}

/**
 * Holds a change of money to decision 11.
 * @throws {Refusal} 400 at paid_amount, or at price where that is what was changed
 */
export function assertNotOverpaid({ row, payable }: LockedEnrolment, after: Money): void {
  if (payable) assertWithinRemaining(after.paid_amount, (payable.remaining ?? 0n) + row.paid_amount);
  else refuseOverPrice(row, after);
}

/**
 * What was taken in an ended month stays as it is, and so does the price of what is fully paid (decisions 20 and 37).
 * `after` is undefined where the row is to be deleted.
 * @throws {Refusal} 409
 */
export async function assertEnrolmentMonthNotEnded(
  scope: BranchScope,
  { row }: LockedEnrolment,
  after?: Money,
): Promise<void> {
  const changesCash = after ? after.paid_amount !== row.paid_amount : row.paid_amount > 0n;
  const changesPaidPrice = after !== undefined && after.price !== row.price && row.remaining === 0n;
  if (changesCash || changesPaidPrice) await assertNotEnded(scope, row.month_id);
}
