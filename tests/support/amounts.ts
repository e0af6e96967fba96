import { LARGEST_AMOUNT, type Piastres } from '#contract/money.ts';
import { seeded } from './seeded.ts';

/** Returns amounts in piastres for property tests: the limits, and some of every magnitude. */
export function amounts(count = 60): Piastres[] {
  const random = seeded(20_261_130);
  const edges = [0n, 1n, 9n, 10n, 99n, 100n, 101n, 99_999n, 100_000n, LARGEST_AMOUNT - 1n, LARGEST_AMOUNT];
  const spread = Array.from({ length: count }, () => BigInt(Math.floor(10 ** (random() * 10))) - 1n);
  return [...edges, ...spread];
}
