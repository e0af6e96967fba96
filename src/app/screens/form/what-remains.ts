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
  const [name, owed] =
    Object.entries(resource.computed)
      .map(([computed, field]) => [computed, field.owed] as const)
      .find(([, facts]) => facts) ?? [];
  if (name === undefined || !owed) return undefined;
  const price = amountIn(values, owed.price);
  const paid = amountIn(values, owed.paid);
  if (price === undefined || paid === undefined) return undefined;
  return price - paid - paidLater(record, name, owed);
}

function paidLater(record: Draft | undefined, name: string, owed: { price: string; paid: string }): Piastres {
  if (!record) return 0n;
  const price = amountIn(record, owed.price);
  const paid = amountIn(record, owed.paid);
  const left = amountIn(record, name);
  return price === undefined || paid === undefined || left === undefined ? 0n : price - paid - left;
}
