import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';

/**
 * Computes what a record will owe with the form's amounts, in piastres. Negative if more is paid than due.
 * Undefined if the resource has no debt or an amount is unreadable. The installments are what the saved
 * record owes less than its price minus its paid amount.
 */
export function remainingAfter(
  resource: Resource,
  values: Draft,
  record: Draft | undefined,
): Piastres | undefined {
  const debt = debtOf(resource);
  const price = debt && parseTypedAmount(textOf(values[debt.price]));
  const paid = debt && parseTypedAmount(textOf(values[debt.paid]));
  const later = paidByInstallments(resource, record);
  if (price === undefined || paid === undefined || later === undefined) return undefined;
  return price - paid - later;
}

/** Calculates the sum of a saved record's installments in piastres; undefined if an amount is unreadable. */
export function paidByInstallments(resource: Resource, record: Draft | undefined): Piastres | undefined {
  const debt = debtOf(resource);
  if (!debt) return undefined;
  const stored = [record?.[debt.price], record?.[debt.paid], record?.[debt.left]];
  // An unsaved record has no balance and no installments.
  if (stored.some((value) => value === undefined || value === null || value === '')) return 0n;
  const [price, paid, left] = stored.map(readPiastres);
  return price === undefined || paid === undefined || left === undefined ? undefined : price - paid - left;
}
