import type { Draft, Resource, Rule } from '../define-resource.ts';
import { defineMessages } from '../messages.ts';
import { formatMoney, type Piastres, parseTypedAmount, readPiastres, sum } from '../money.ts';

/**
 * Holds the rule about payments (decisions 11, 14 and 42): nobody pays more than what remains. The constraints `enrolment_overpaid`,
 * `book_order_overpaid` and `book_payout_overpaid` say the same to writers that come at the same time. All amounts are piastres.
 */

/** Calculates what remains of a price. */
export function remaining(price: Piastres, paid: Piastres, installments: readonly Piastres[] = []): Piastres {
  return price - paid - sum(installments);
}

/** Returns the most that one payment may be where this much remains without it; negative if more was paid already. */
export const mostPayable = (remains: Piastres): Piastres => remains;

/** Tells whether a payment is allowed where this much remains without it. */
export const isPayable = (amount: Piastres, remains: Piastres): boolean => amount <= mostPayable(remains);

export const payableMessages = defineMessages('paidWithinPrice', {
  onlyRemains: ({ amount }: { amount: string }) => `Only ${amount} remains to be paid.`,
  nothingRemains: 'Nothing remains to be paid.',
});

/** Says how much may be paid where this much remains. */
export function paidTooMuch(remains: Piastres): string {
  const most = mostPayable(remains);
  return most > 0n
    ? payableMessages.onlyRemains({ amount: formatMoney(most) })
    : payableMessages.nothingRemains;
}

/** Refuses a payment that is not allowed; undefined for one that is. */
export const refusalOf = (amount: Piastres, remains: Piastres): string | undefined =>
  isPayable(amount, remains) ? undefined : paidTooMuch(remains);

/** Rejects a first payment above the price. */
export const paidWithinPrice: Rule = ({ price, paid_amount }) => {
  const due = typeof price === 'string' ? parseTypedAmount(price) : undefined;
  const paid = typeof paid_amount === 'string' ? parseTypedAmount(paid_amount) : undefined;
  if (due === undefined || paid === undefined) return undefined;
  const message = refusalOf(paid, due);
  return message === undefined ? undefined : { field: 'paid_amount', message };
};

/**
 * Returns what was paid of a debt so far, its installments included: the price less what remains. Undefined for an installment, for a
 * resource that takes none, and where an amount cannot be read.
 */
export function paidSoFar(resource: Resource, record: Draft): Piastres | undefined {
  if (!resource.installment || record.is_installment === true) return undefined;
  for (const [left, { balance }] of Object.entries(resource.computed)) {
    const price = balance && readPiastres(record[balance.price]);
    const remains = readPiastres(record[left]);
    if (balance) return price === undefined || remains === undefined ? undefined : price - remains;
  }
  return undefined;
}
