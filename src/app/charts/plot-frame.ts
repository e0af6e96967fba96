import type { Piastres } from '#contract/money.ts';
import type { Scale } from './scale.ts';

/** The picture's height, in CSS pixels, names of the months included. */
export const HEIGHT = 260;
const TOP = 14;
const BOTTOM = 34;

/** How far from the top an amount is drawn, in CSS pixels. */
export const yOf = ({ shareOf }: Scale, amount: Piastres): number =>
  HEIGHT - BOTTOM - shareOf(amount) * (HEIGHT - TOP - BOTTOM);
