import type { FieldProblem } from '../errors.ts';
import { formatMoney, type Piastres } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

/** A student leaves a course, or brings copies back; piastres (decision 131). */
export interface Leaving {
  /** Less what is not owed any more of it. */
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
