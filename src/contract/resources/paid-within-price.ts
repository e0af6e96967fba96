import type { Rule } from '../define-resource.ts';
import { formatMoney, parseTypedAmount } from '../money.ts';

/** Rejects a first payment above the price (decisions 11 and 14). */
export const paidWithinPrice: Rule = ({ price, paid_amount }) => {
  const due = typeof price === 'string' ? parseTypedAmount(price) : undefined;
  const paid = typeof paid_amount === 'string' ? parseTypedAmount(paid_amount) : undefined;
  if (due === undefined || paid === undefined || paid <= due) return undefined;
  return { field: 'paid_amount', message: paidTooMuch(due) };
};

/** Formats the rejection of a payment above the balance, in piastres (decision 11). */
export function paidTooMuch(remains: bigint): string {
  return remains > 0n ? `Only ${formatMoney(remains)} remains to be paid.` : 'Nothing remains to be paid.';
}
