import { formatMoney } from '#contract/money.ts';
import { paidTooMuch } from '#contract/resources/paid-within-price.ts';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import { badField } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { assertMonthNotEnded, assertNotEnded } from './ended-month.ts';
import type { EnrolmentRow, LockedEnrolment } from './enrolment-rows.ts';

/** Holds a row's money after a change, in piastres. */
export interface Money {
  readonly price: bigint | null;
  readonly paid_amount: bigint;
}

/** Rejects an installment above the remaining amount (decisions 11 and 42). @throws {HttpError} 400 */
export function assertWithinRemaining(paid: bigint, remaining: bigint): void {
  if (paid > remaining) throw badField('paid_amount', paidTooMuch(remaining));
}

function assertPriceNotExceeded(before: EnrolmentRow, after: Money): void {
  const price = after.price ?? 0n;
  const paid = after.paid_amount + before.installments_paid;
  if (paid <= price) return;
  const payable = price - before.installments_paid;
  if (after.paid_amount > before.paid_amount && payable >= 0n) {
    throw badField('paid_amount', paidTooMuch(payable));
  }
  throw badField('price', messages.pricePaid({ paid: formatMoney(paid) }));
}

/**
 * Rejects a change that makes the paid amount exceed the price (decision 11).
 * @throws {HttpError} 400 at paid_amount, or at price if that was changed
 */
export function assertNotOverpaid({ row, payable }: LockedEnrolment, after: Money): void {
  if (payable) assertWithinRemaining(after.paid_amount, (payable.remaining ?? 0n) + row.paid_amount);
  else assertPriceNotExceeded(row, after);
}

/**
 * Rejects changes of cash, and of fully paid prices, in ended months (decisions 20 and 37).
 * @param columns the changed ones; undefined for a delete
 * @throws {HttpError} 409
 */
export async function assertEnrolmentMonthNotEnded(
  scope: BranchScope,
  mapping: TableMapping,
  { row }: LockedEnrolment,
  columns?: ColumnValues,
): Promise<void> {
  await assertMonthNotEnded(scope, mapping, row, columns);
  const price = columns?.price;
  if (price !== undefined && price !== row.price && row.remaining === 0n)
    await assertNotEnded(scope, row.month_id);
}
