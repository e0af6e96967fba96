import type { Rule } from '../define-resource.ts';
import { defineMessages } from '../messages.ts';
import { formatMoney, parseTypedAmount } from '../money.ts';

/** Holds the refusals of a payment above what remains. */
export const paidTooMuchMessages = defineMessages('paidWithinPrice', {
  onlyRemains: ({ amount }: { amount: string }) => `Only ${amount} remains to be paid.`,
  nothingRemains: 'Nothing remains to be paid.',
});

/** Rejects a first payment above the price (decisions 11 and 14). */
export const paidWithinPrice: Rule = ({ price, paid_amount }) => {
  const due = typeof price === 'string' ? parseTypedAmount(price) : undefined;
  const paid = typeof paid_amount === 'string' ? parseTypedAmount(paid_amount) : undefined;
  if (due === undefined || paid === undefined || paid <= due) return undefined;
  return { field: 'paid_amount', message: paidTooMuch(due) };
};

/** Formats the rejection of a payment above the balance, in piastres (decision 11). */
export function paidTooMuch(remains: bigint): string {
  return remains > 0n
    ? paidTooMuchMessages.onlyRemains({ amount: formatMoney(remains) })
    : paidTooMuchMessages.nothingRemains;
}
