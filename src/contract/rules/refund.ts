import type { FieldProblem } from '../errors.ts';
import { formatMoney, type Piastres } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

/** Of an enrolment or book payout, in piastres (decision 131). */
export interface PaidSums {
  readonly paid: Piastres;
  readonly refunded: Piastres;
}

/** Never more than was paid in all less what was paid back. */
export const mostRefundable = ({ paid, refunded }: PaidSums): Piastres => paid - refunded;

export function refundProblem(amount: Piastres, sums: PaidSums): string | undefined {
  const maximum = mostRefundable(sums);
  if (amount <= maximum) return undefined;
  return maximum > 0n
    ? sentences.mostRefundable({ amount: formatMoney(maximum) })
    : sentences.nothingRefundable;
}

/** A payment cannot become less than what was paid back. Undefined for sums that are right. */
export const paidBackProblem = ({ paid, refunded }: PaidSums): string | undefined =>
  paid >= refunded ? undefined : sentences.alreadyRefunded({ amount: formatMoney(refunded) });

/** A payment or tender by credit takes no more than there is. Piastres. */
export function creditProblem(amount: Piastres, credit: Piastres): string | undefined {
  if (amount <= credit) return undefined;
  return credit > 0n ? sentences.onlyCredit({ amount: formatMoney(credit) }) : sentences.noCredit;
}

/** A student leaves a course, or brings copies back; piastres (decision 131). */
export interface Leaving {
  readonly price: Piastres;
  /** Paid in all less refunds. */
  readonly netPaid: Piastres;
  /** Of that; the branch has it, or it is still owed. */
  readonly keep: Piastres;
}

export interface LeavingSums {
  /** Not owed any more either. */
  readonly forgiven: Piastres;
  /** Goes back now: paid out, as credit, or both. */
  readonly back: Piastres;
  readonly owed: Piastres;
}

const atLeastZero = (amount: Piastres): Piastres => (amount > 0n ? amount : 0n);

export const leavingSums = ({ price, netPaid, keep }: Leaving): LeavingSums => ({
  forgiven: price - keep,
  back: atLeastZero(netPaid - keep),
  owed: atLeastZero(keep - netPaid),
});

/** Undefined if exactly what goes back is paid out or becomes credit. */
export function leavingProblem(
  leaving: Leaving,
  { refund, credit }: { readonly refund: Piastres; readonly credit: Piastres },
): FieldProblem | undefined {
  const { price, keep } = leaving;
  if (keep > price)
    return { field: 'keep', message: sentences.keptAbovePrice({ price: formatMoney(price) }) };
  const { back } = leavingSums(leaving);
  if (refund + credit === back) return undefined;
  return {
    field: 'refund',
    message: back > 0n ? sentences.backExactly({ amount: formatMoney(back) }) : sentences.nothingBack,
  };
}
