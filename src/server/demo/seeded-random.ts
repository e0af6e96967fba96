/** Generates the same pseudo-random values for the same seed. */
export interface Random {
  /** Returns an integer from `minimum` to `maximum`, both included. */
  readonly whole: (minimum: number, maximum: number) => number;
  /** Returns a random element. @throws {RangeError} for an empty list */
  readonly pick: <T>(list: readonly [T, ...T[]] | readonly T[]) => T;
  /** Returns true with a probability of `percent` in 100. */
  readonly happens: (percent: number) => boolean;
}

/** Creates a Mulberry32 generator: 32 bits of state, sufficient for test data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    whole,
    happens: (percent) => whole(1, 100) <= percent,
    pick: (list) => {
      const found = list[whole(0, list.length - 1)];
      if (found === undefined) throw new RangeError('pick() needs a non-empty list');
      return found;
    },
  };
}
