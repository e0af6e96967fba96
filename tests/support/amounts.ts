import { LARGEST_AMOUNT, type Piastres } from '#contract/money.ts';

/** Numbers that look random and are the same in every run (mulberry32), from 0 up to and without 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Amounts for property tests: the edges, and a spread over every order of magnitude, in piastres. */
export function amounts(count = 60): Piastres[] {
  const random = seeded(20_261_130);
  const edges = [0n, 1n, 9n, 10n, 99n, 100n, 101n, 99_999n, 100_000n, LARGEST_AMOUNT - 1n, LARGEST_AMOUNT];
  const spread = Array.from({ length: count }, () => BigInt(Math.floor(10 ** (random() * 10))) - 1n);
  return [...edges, ...spread];
}
