import type { Choices } from './choices.ts';
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
