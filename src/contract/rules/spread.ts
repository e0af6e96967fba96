import type { Piastres } from '../money.ts';
import { mostPayable } from './payable.ts';

const less = (one: Piastres, other: Piastres): Piastres => (one < other ? one : other);

/** Holds the parts of a sum in the order of the debts, and what is too much for them; in piastres. */
export interface Spread {
  readonly parts: readonly Piastres[];
  readonly rest: Piastres;
}

/**
 * Returns debts in the order in which a sum pays them: those of the chosen student, then those of the family, each oldest first
 * (decision 142).
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
 * Spreads a sum over debts in their order, each up to what remains on it (decision 53).
 * @param amount what was received, in piastres
 * @param remaining what remains on each debt, in piastres; a negative one takes nothing
 * @param kept what each debt gets first, at most what remains; nothing without it
 */
export function spread(
  amount: Piastres,
  remaining: readonly Piastres[],
  kept: readonly Piastres[] = [],
): Spread {
  const most = remaining.map(mostPayable).map((left) => (left > 0n ? left : 0n));
  let rest = amount;
  const take = (wanted: Piastres): Piastres => {
    const part = less(wanted, rest);
    rest -= part;
    return part;
  };
  const first = most.map((left, index) => take(less(kept[index] ?? 0n, left)));
  const parts = first.map((part, index) => part + take((most[index] ?? 0n) - part));
  return { parts, rest };
}
