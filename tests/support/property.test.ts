import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkSequences, pick } from './property.ts';

const operation = fc.constantFrom('deposit', 'withdraw', 'nothing');
const size = { runs: 5, length: 40 };

/** Fails where something is withdrawn after a deposit. */
async function failing(operations: readonly string[]): Promise<void> {
  const deposit = operations.indexOf('deposit');
  if (deposit >= 0 && operations.indexOf('withdraw', deposit) >= 0) throw new Error('overdrawn');
}
const failure = () => checkSequences(operation, size, failing).catch((error: Error) => error.message);

afterEach(() => vi.unstubAllEnvs());

describe('random sequences of operations', () => {
  it('run as often and as long as asked, the same each time', async () => {
    const seen: string[][] = [[], []];
    for (const all of seen) {
      await checkSequences(operation, size, async (operations) => {
        expect(operations).toHaveLength(size.length);
        all.push(operations.join());
      });
    }
    expect(seen[0]).toHaveLength(size.runs);
    expect(seen[1]).toEqual(seen[0]);
  });

  it('are as many times more as PROPERTY_RUNS says', async () => {
    vi.stubEnv('PROPERTY_RUNS', '3');
    const seen = new Set<string>();
    await checkSequences(operation, size, async (operations) => void seen.add(operations.join()));
    expect(seen.size).toBe(3 * size.runs);
  });

  it('differ with PROPERTY_SEED, and random seeds differ from each other', async () => {
    const first = async (seed: string) => {
      vi.stubEnv('PROPERTY_SEED', seed);
      const seen: string[] = [];
      await checkSequences(operation, { runs: 1, length: 40 }, async (all) => void seen.push(all.join()));
      return seen[0];
    };
    const seen = [await first('1'), await first('2'), await first('random'), await first('random')];
    expect(new Set(seen).size).toBe(4);
  });

  it('shrink to the operations that a failure takes, with a seed and a path', async () => {
    const message = await failure();
    expect(message).toContain('Counterexample: [["deposit","withdraw"]]');
    expect(message).toMatch(/seed: 2026, path: "[\d:]+"/);
  });

  it('run one sequence alone when PROPERTY_PATH names it', async () => {
    const path = /path: "([\d:]+)"/.exec(String(await failure()))?.[1] ?? '';
    vi.stubEnv('PROPERTY_PATH', path);
    const seen: (readonly string[])[] = [];
    await expect(
      checkSequences(operation, size, (operations) => {
        seen.push(operations);
        return failing(operations);
      }),
    ).rejects.toThrow('deposit');
    expect(seen).toEqual([['deposit', 'withdraw']]);
  });
});

it('pick() wraps around a list, and finds nothing in an empty one', () => {
  expect([pick(['a', 'b'], 0), pick(['a', 'b'], 3), pick([], 3)]).toEqual(['a', 'b', undefined]);
});
