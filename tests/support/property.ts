import fc from 'fast-check';

/** How long a failing sequence may be shortened, in milliseconds. */
const SHRINK_TIME = 120_000;

/** Reads how many times as many sequences run as a test asks for: once, unless PROPERTY_RUNS is a number. */
const timesAsMany = ({ PROPERTY_RUNS: given }: NodeJS.ProcessEnv): number => Number(given ?? 1);

/** How long a test of sequences may take, in milliseconds: all its runs, and shortening after a failure. */
export const PROPERTY_TIMEOUT = 300_000 * timesAsMany(process.env);

/**
 * Generates arrays of full length, so that every run is as long as it may be, and shrinks them by delta debugging: it leaves out halves,
 * quarters and so on down to single items, and only then makes the items simpler. fast-check's own arrays keep a tail or take one item
 * out at a time, which takes hundreds of runs for a long history.
 */
class Sequence<T> extends fc.Arbitrary<T[]> {
  readonly #item: fc.Arbitrary<T>;
  readonly #length: number;

  constructor(item: fc.Arbitrary<T>, length: number) {
    super();
    this.#item = item;
    this.#length = length;
  }

  #ofLength(length: number): fc.Arbitrary<T[]> {
    return fc.array(this.#item, { minLength: length, maxLength: length });
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    return new fc.Value(this.#ofLength(this.#length).generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false;
  }

  /** @param context how many items were left out at a time, last: larger parts have been tried */
  shrink(value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    const simpler = this.#ofLength(value.length);
    function* candidates() {
      let size = Math.ceil(typeof context === 'number' ? Math.min(context, value.length) : value.length / 2);
      for (; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
        for (let end = value.length; end > 0; end -= size) {
          const rest = [...value.slice(0, Math.max(0, end - size)), ...value.slice(end)];
          yield new fc.Value(rest, size);
        }
      }
      for (const item of simpler.shrink(value, undefined)) yield new fc.Value(item.value, 1);
    }
    return fc.stream(candidates());
  }
}

/** Reads the seed: always the same, unless PROPERTY_SEED is a number (a replay) or `random`. */
function seedOf({ PROPERTY_SEED: given }: NodeJS.ProcessEnv): number {
  if (given === 'random') return Math.floor(Math.random() * 2 ** 31);
  return given === undefined ? 2026 : Number(given);
}

interface Runs {
  readonly runs: number;
  readonly length: number;
  readonly seed?: number;
  /** How long a failing sequence may be shortened, in milliseconds. */
  readonly shrinkTime?: number;
}

/**
 * Runs random sequences of operations, and shortens one that fails to the few operations that it takes. The failure prints its seed and
 * path: `PROPERTY_SEED=… PROPERTY_PATH=…` runs that one sequence again, PROPERTY_SEED alone all of them. PROPERTY_RUNS=20 runs twenty
 * times as many.
 * @throws What the shortest failing sequence threw.
 */
export async function checkSequences<T>(
  operation: fc.Arbitrary<T>,
  { runs, length, seed = seedOf(process.env), shrinkTime = SHRINK_TIME }: Runs,
  run: (operations: readonly T[]) => Promise<void>,
): Promise<void> {
  let failedAt: number | undefined;
  const property = fc.asyncProperty(new Sequence(operation, length), async (operations) => {
    if (failedAt !== undefined && performance.now() - failedAt > shrinkTime) return;
    try {
      await run(operations);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
  const path = process.env.PROPERTY_PATH;
  await fc.assert(property, {
    seed,
    numRuns: runs * timesAsMany(process.env),
    ...(path !== undefined && { path, endOnFailure: true }),
  });
}

/** An index into a list whose length is not known yet, for `pick`. */
export const anyIndex = fc.noBias(fc.nat({ max: 9_999 }));

/** Returns the item at an index that wraps around; undefined where there is none. */
export function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % from.length];
}
