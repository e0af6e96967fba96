import { formatMoney, type Piastres } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

/** Of an enrolment or book payout, in piastres (decision 131). */
export interface PaidSums {
  /** First payment and installments. */
  readonly paid: Piastres;
  readonly refunded: Piastres;
}

/** Never more than was paid in all less what was paid back. */
export const mostRefundable = ({ paid, refunded }: PaidSums): Piastres => paid - refunded;

/** Undefined for an amount that can be paid back. */
export function refundRefusal(amount: Piastres, sums: PaidSums): string | undefined {
  const maximum = mostRefundable(sums);
  if (amount <= maximum) return undefined;
  return maximum > 0n
    ? sentences.mostRefundable({ amount: formatMoney(maximum) })
    : sentences.nothingRefundable;
}

/** A payment cannot become less than what was paid back. Undefined for sums that are right. */
export const paidBackRefusal = ({ paid, refunded }: PaidSums): string | undefined =>
  paid >= refunded ? undefined : sentences.alreadyRefunded({ amount: formatMoney(refunded) });

/** A payment or tender by credit takes no more than there is. Piastres. */
export function creditRefusal(amount: Piastres, credit: Piastres): string | undefined {
  if (amount <= credit) return undefined;
  return credit > 0n ? sentences.onlyCredit({ amount: formatMoney(credit) }) : sentences.noCredit;
}
