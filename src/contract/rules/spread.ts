import type { Piastres } from '../money.ts';
import { mostPayable } from './payable.ts';

const less = (one: Piastres, other: Piastres): Piastres => (one < other ? one : other);

/** Parts in the order of the debts, and the amount that exceeds them; in piastres. */
export interface Spread {
  readonly parts: readonly Piastres[];
  readonly rest: Piastres;
}

/**
 * First the debts of the chosen student, then those of the family, each oldest first (decision 142).
 * @param isChosen tells a student's id
 */
export function inPayingOrder<T extends { readonly student: string; readonly day: string }>(
  debts: readonly T[],
  isChosen: (student: string) => boolean,
): T[] {
  return debts.toSorted(
    (left, right) =>
      Number(isChosen(right.student)) - Number(isChosen(left.student)) || left.day.localeCompare(right.day),
  );
}

/**
 * Fills debts in their order, each up to its remaining amount (decision 53).
 * @param amount sum received, in piastres
 * @param remaining remaining amount of each debt, in piastres; a negative one takes nothing
 * @param kept first share of each debt, at most its remaining amount; nothing by default
 */
export function spread(
  amount: Piastres,
  remaining: readonly Piastres[],
  kept: readonly Piastres[] = [],
): Spread {
  const limits = remaining.map(mostPayable).map((left) => (left > 0n ? left : 0n));
  let rest = amount;
  const take = (wanted: Piastres): Piastres => {
    const part = less(wanted, rest);
    rest -= part;
    return part;
  };
  const first = limits.map((left, index) => take(less(kept[index] ?? 0n, left)));
  const parts = first.map((part, index) => part + take((limits[index] ?? 0n) - part));
  return { parts, rest };
}
