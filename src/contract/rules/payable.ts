import type { Draft, Resource, Rule } from '../define-resource.ts';
import { formatMoney, type Piastres, parseTypedAmount, readPiastres, readTerm, sum } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

/**
 * No payment exceeds the remaining amount (decisions 11, 14, 42 and 131); amounts are piastres. The constraints
 * `enrolment_overpaid`, `book_order_overpaid` and `book_payout_overpaid` apply the same to concurrent writers.
 */

/** What went back or is not owed any more (decision 131). */
interface GoneBack {
  readonly refunded?: Piastres | undefined;
  readonly forgiven?: Piastres | undefined;
}

export function remaining(
  price: Piastres,
  paid: Piastres,
  installments: readonly Piastres[] = [],
  { refunded = 0n, forgiven = 0n }: GoneBack = {},
): Piastres {
  return price - forgiven - (paid + sum(installments) - refunded);
}

/** Negative if more was paid already. @param remains remaining amount without this payment */
export const mostPayable = (remains: Piastres): Piastres => remains;

/** @param remains remaining amount without this payment */
export const isPayable = (amount: Piastres, remains: Piastres): boolean => amount <= mostPayable(remains);

/** @param remains remaining amount without this payment */
export function paidTooMuch(remains: Piastres): string {
  const maximum = mostPayable(remains);
  return maximum > 0n ? sentences.onlyRemains({ amount: formatMoney(maximum) }) : sentences.nothingRemains;
}

export const payableProblem = (amount: Piastres, remains: Piastres): string | undefined =>
  isPayable(amount, remains) ? undefined : paidTooMuch(remains);

/** What went back of a stored record counts with it. */
export const paidWithinPrice: Rule = ({ price, paid_amount, refunded, forgiven }) => {
  const due = typeof price === 'string' ? parseTypedAmount(price) : undefined;
  const paid = typeof paid_amount === 'string' ? parseTypedAmount(paid_amount) : undefined;
  if (due === undefined || paid === undefined) return undefined;
  const wentBack = (readTerm(refunded) ?? 0n) - (readTerm(forgiven) ?? 0n);
  const message = payableProblem(paid, due + wentBack);
  return message === undefined ? undefined : { field: 'paid_amount', message };
};

/**
 * Imported without a rest: its price is nothing (decision 56). One whose discount takes the whole price has its list
 * price.
 */
export const paidBeforeImport = ({ import: from, price, list_price }: Draft): boolean =>
  typeof from === 'string' && readPiastres(price) === 0n && typeof list_price !== 'string';

/**
 * Less what was paid back, installments included. Undefined for an installment, and if an amount is unreadable.
 */
export function paidSoFar(resource: Resource, record: Draft): Piastres | undefined {
  if (!resource.installment || record.is_installment === true) return undefined;
  for (const [left, { balance }] of Object.entries(resource.computed)) {
    const price = balance && readPiastres(record[balance.price]);
    const remains = readPiastres(record[left]);
    const forgiven = readTerm(record.forgiven);
    if (balance)
      return price === undefined || remains === undefined || forgiven === undefined
        ? undefined
        : price - forgiven - remains;
  }
  return undefined;
}
