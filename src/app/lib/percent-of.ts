import type { Piastres } from '#contract/money.ts';

/** Whole percent of the month before. Undefined where that says nothing: of a loss or of nothing, or below 1. */
export function percentOf(change: Piastres, before: Piastres): bigint | undefined {
  if (before <= 0n) return undefined;
  const size = change < 0n ? -change : change;
  const percent = (size * 200n + before) / (before * 2n);
  return percent > 0n ? percent : undefined;
}
