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

/** Who says how much of a cash movement arrived (decision 179): never the user whose drawer it left. */
export function receivesCash(
  { way, drawer, person }: Draft,
  { userId, may }: { readonly userId: string; readonly may: May },
): boolean {
  if (way === 'brought') return drawer === userId;
  if (drawer === userId) return false;
  return person && person !== drawer ? person === userId : may('drawer.see-all');
}

export function unconfirmedCash({ amount, received, no_second_person }: Draft): Piastres | undefined {
  if (received === undefined) return undefined;
  if (no_second_person === true) return 0n;
  return (readPiastres(amount) ?? 0n) - (readPiastres(received) ?? 0n);
}
