import type { Piastres } from '#contract/money.ts';

const MOST_STEPS = 5n;
/** 1 L.E.: no axis is finer. */
const FINEST: Piastres = 100n;
const ROUND = [1n, 2n, 5n];
const FINE = 100_000n;

/** An axis of amounts: round steps that hold all of them, zero among them. */
export interface Scale {
  /** In piastres, from the lowest up. */
  readonly ticks: readonly Piastres[];
  /** How far up the axis an amount stands, from 0 to 1: only a place to draw at, never an amount. */
  readonly shareOf: (amount: Piastres) => number;
}

/** The smallest round step that needs no more than five to span this. */
function stepOver(span: Piastres): Piastres {
  for (let power = FINEST; ; power *= 10n) {
    const step = ROUND.map((times) => times * power).find((one) => one * MOST_STEPS >= span);
    if (step !== undefined) return step;
  }
}

const upTo = (amount: Piastres, step: Piastres) => ((amount + step - 1n) / step) * step;

/** The scale on which these amounts, losses included, can be drawn. */
export function scaleOf(amounts: readonly Piastres[]): Scale {
  const highest = amounts.reduce((top, amount) => (amount > top ? amount : top), 0n);
  const lowest = amounts.reduce((bottom, amount) => (amount < bottom ? amount : bottom), 0n);
  const step = stepOver(highest - lowest);
  const low = -upTo(-lowest, step);
  const high = highest === 0n && low === 0n ? step : upTo(highest, step);
  const ticks: Piastres[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  return { ticks, shareOf: (amount) => Number(((amount - low) * FINE) / (high - low)) / Number(FINE) };
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A round amount of the axis in few letters: "20K", "1.5M", in L.E. */
export const shortAmount = (amount: Piastres): string => compact.format(amount / 100n);
