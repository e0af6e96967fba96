import type { Rule } from '../define-resource.ts';
import { formatMoney, parseMoney } from '../money.ts';

/** What is paid at once can't be more than the price (decisions 11 and 14). */
export const paidWithinPrice: Rule = ({ price, paid_amount }) => {
  const due = typeof price === 'string' ? parseMoney(price) : undefined;
  const paid = typeof paid_amount === 'string' ? parseMoney(paid_amount) : undefined;
  if (due === undefined || paid === undefined || paid <= due) return undefined;
  return { field: 'paid_amount', message: paidTooMuch(due) };
};

/** The refusal of more than what remains, in piastres (decision 11). */
export function paidTooMuch(remains: bigint): string {
  return `This is more than what remains: ${formatMoney(remains)}`;
}
