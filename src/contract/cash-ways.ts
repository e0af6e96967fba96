import type { Choices } from './choices.ts';
import type { Draft } from './define-resource.ts';
import { type Piastres, readPiastres } from './money.ts';
import type { May } from './record-permissions.ts';
import { cashTexts } from './texts/cash.en.ts';

/** Into a drawer from the office, out of it to the office, out of it to the bank (decision 179). */
export const cashWayNames = ['brought', 'handed_over', 'banked'] as const;
export type CashWay = (typeof cashWayNames)[number];

export const cashWays: Choices = cashWayNames.map((value) => ({
  value,
  get label() {
    return cashTexts[value];
  },
}));

/**
 * Tells whether the user can say how much of a cash movement arrived (decision 179): the named user; for the office
 * anybody who sees all drawers; of brought cash the user of the drawer. Never the user whose drawer it left.
 */
export function receivesCash(
  { way, drawer, person }: Draft,
  { userId, may }: { readonly userId: string; readonly may: May },
): boolean {
  if (way === 'brought') return drawer === userId;
  if (drawer === userId) return false;
  return person && person !== drawer ? person === userId : may('drawer.see-all');
}

/** In piastres; undefined from a server that does not know receivers. */
export function unconfirmedCash({ amount, received, no_second_person }: Draft): Piastres | undefined {
  if (received === undefined) return undefined;
  if (no_second_person === true) return 0n;
  return (readPiastres(amount) ?? 0n) - (readPiastres(received) ?? 0n);
}
