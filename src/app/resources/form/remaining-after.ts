import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';

/**
 * What a record will owe with the amounts that stand in its form, in piastres; negative when more is paid than
 * due. Undefined where the kind owes nothing or an amount is not readable yet. What was paid later
 * (installments) is what the saved record owes less than its own price and payment.
 */
export function remainingAfter(
  resource: Resource,
  values: Draft,
  record: Draft | undefined,
): Piastres | undefined {
  const debt = debtOf(resource);
  const price = debt && parseTypedAmount(textOf(values[debt.price]));
  const paid = debt && parseTypedAmount(textOf(values[debt.paid]));
  const later = debt && paidLater(record, debt);
  if (price === undefined || paid === undefined || later === undefined) return undefined;
  return price - paid - later;
}

/** Calculates what the installments of a saved record add up to; undefined where an amount cannot be read. */
function paidLater(
  record: Draft | undefined,
  debt: NonNullable<ReturnType<typeof debtOf>>,
): Piastres | undefined {
  const stored = [record?.[debt.price], record?.[debt.paid], record?.[debt.left]];
  // A record that is not saved yet has no balance, and no installments.
  if (stored.some((value) => value === undefined || value === null || value === '')) return 0n;
  const [price, paid, left] = stored.map(readPiastres);
  return price === undefined || paid === undefined || left === undefined ? undefined : price - paid - left;
}
