import { inEachLanguage } from '#app/lib/direction.ts';
import type { Piastres } from '#contract/money.ts';

const MAX_STEPS = 5n;
/** Limits the step of an axis to at least 1 L.E. */
const MIN_STEP: Piastres = 100n;
const ROUND_FACTORS = [1n, 2n, 5n];
const PRECISION = 100_000n;

/** Describes an axis of amounts: round steps that include zero. */
export interface Scale {
  /** In piastres, ascending. */
  readonly ticks: readonly Piastres[];
  /** Returns the position of an amount, 0 to 1. For drawing only, never for a calculation. */
  readonly shareOf: (amount: Piastres) => number;
}

/** Returns the smallest round step that covers a span in at most five steps. */
function stepFor(span: Piastres): Piastres {
  for (let power = MIN_STEP; ; power *= 10n) {
    const step = ROUND_FACTORS.map((times) => times * power).find(
      (candidate) => candidate * MAX_STEPS >= span,
    );
    if (step !== undefined) return step;
  }
}

const roundUp = (amount: Piastres, step: Piastres) => ((amount + step - 1n) / step) * step;

/** Returns the scale that covers these amounts, losses included. */
export function scaleOf(amounts: readonly Piastres[]): Scale {
  const highest = amounts.reduce((top, amount) => (amount > top ? amount : top), 0n);
  const lowest = amounts.reduce((bottom, amount) => (amount < bottom ? amount : bottom), 0n);
  const step = stepFor(highest - lowest);
  const low = -roundUp(-lowest, step);
  const high = highest === 0n && low === 0n ? step : roundUp(highest, step);
  const ticks: Piastres[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  return {
    ticks,
    shareOf: (amount) => Number(((amount - low) * PRECISION) / (high - low)) / Number(PRECISION),
  };
}

const compact = inEachLanguage(
  'en',
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);

/** Formats a round amount of the axis briefly, in L.E., as its number and its unit: "20" and "K", "1.5" and " million". */
export function partsOfShortAmount(amount: Piastres): readonly [number: string, unit: string] {
  const parts = compact().formatToParts(amount / 100n);
  const text = (isUnit: boolean) =>
    parts.flatMap(({ type, value }) =>
      (type === 'compact' || type === 'literal') === isUnit ? [value] : [],
    );
  return [text(false).join(''), text(true).join('')];
}
