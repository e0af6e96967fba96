import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { checkSequences } from './property.ts';

const operation = fc.constantFrom('deposit', 'withdraw', 'nothing');
const size = { runs: 5, length: 40 };
afterEach(() => vi.unstubAllEnvs());

/** Returns the sequences of a run that never fails. */
async function sequences(): Promise<string[]> {
  const seen: string[] = [];
  await checkSequences(operation, size, async (all) => void seen.push(all.join()));
  return seen;
}

it('random sequences are the same each time, others with PROPERTY_SEED, and more with PROPERTY_RUNS', async () => {
  const first = await sequences();
  expect(first.map((one) => one.split(',').length)).toEqual(Array(size.runs).fill(size.length));
  expect(await sequences()).toEqual(first);
  vi.stubEnv('PROPERTY_SEED', '1');
  vi.stubEnv('PROPERTY_RUNS', '3');
  const others = await sequences();
  expect([others.length, others.includes(first[0] ?? '')]).toEqual([3 * size.runs, false]);
});

it('a failure shrinks to the operations that it takes, and PROPERTY_PATH runs them alone', async () => {
  let seen: (readonly string[])[] = [];
  const failing = async (operations: readonly string[]) => {
    seen.push(operations);
    const deposit = operations.indexOf('deposit');
    if (deposit >= 0 && operations.indexOf('withdraw', deposit) >= 0) throw new Error('overdrawn');
  };
  const message = await checkSequences(operation, size, failing).catch(({ message: text }: Error) => text);
  expect(message).toContain('Counterexample: [["deposit","withdraw"]]');
  vi.stubEnv('PROPERTY_PATH', /seed: 2026, path: "([\d:]+)"/.exec(String(message))?.[1] ?? '');
  seen = [];
  await expect(checkSequences(operation, size, failing)).rejects.toThrow('deposit');
  expect(seen).toEqual([['deposit', 'withdraw']]);
});
