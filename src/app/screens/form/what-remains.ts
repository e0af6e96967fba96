import { debtOf } from '#app/data/debt-of.ts';
import { textOf } from '#app/widgets/widget.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { type Piastres, parseMoney } from '#contract/money.ts';

const amountIn = (row: Draft, name: string): Piastres | undefined => parseMoney(textOf(row[name]));

/**
 * What a record will owe with the amounts that stand in its form, in piastres; negative when more is paid than
 * due. Undefined where the kind owes nothing or an amount is not readable yet. What was paid later
 * (installments) is what the saved record owes less than its own price and payment.
 */
export function whatRemains(
  resource: Resource,
  values: Draft,
  record: Draft | undefined,
): Piastres | undefined {
  const debt = debtOf(resource);
  const price = debt && amountIn(values, debt.price);
  const paid = debt && amountIn(values, debt.paid);
  if (!debt || price === undefined || paid === undefined) return undefined;
  return price - paid - paidLater(record, debt);
}

function paidLater(record: Draft | undefined, debt: NonNullable<ReturnType<typeof debtOf>>): Piastres {
  if (!record) return 0n;
  const price = amountIn(record, debt.price);
  const paid = amountIn(record, debt.paid);
  const left = amountIn(record, debt.left);
  return price === undefined || paid === undefined || left === undefined ? 0n : price - paid - left;
}
