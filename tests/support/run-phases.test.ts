import { expect, it } from 'vitest';
import { needed, runPhases } from './run-phases.ts';
import type { Outcome, Step } from './steps.ts';

const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  passed: 1,
  failed: 0,
  skipped: 0,
  output: '',
  ...more,
});
const broken = (output: string) => outcome({ passed: 0, failed: 1, output });

/** A step that notes when it begins and ends, and lasts until it is let go. */
function steps() {
  const seen: string[] = [];
  const held = new Map<string, () => void>();
  const step = (name: string, result = outcome()): Step => ({
    name,
    run: async () => {
      seen.push(`${name} begins`);
      await new Promise<void>((resolve) => held.set(name, resolve));
      seen.push(`${name} ends`);
      return result;
    },
  });
  const letGo = async (name: string) => {
    held.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { seen, step, letGo };
}

/** What is printed, without the seconds. */
function printer() {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text.replace(/ \([\d.]+ s\)/, ''));
  return { printed, print };
}

it('lanes run beside each other, the steps of one in turn, and a phase after the other', async () => {
  const { seen, step, letGo } = steps();
  const { printed, print } = printer();
  const over = runPhases([[[step('a')], [step('b'), step('c')]], [[step('d')]]], print);
  await letGo('b');
  await letGo('a');
  expect(seen).toEqual(['a begins', 'b begins', 'b ends', 'c begins', 'a ends']);
  expect(printed).toEqual(['✓ b: 1 passed, 0 failed', '✓ a: 1 passed, 0 failed']);
  await letGo('c');
  expect(seen.slice(-2)).toEqual(['c ends', 'd begins']);
  await letGo('d');
  expect(await over).toEqual({ passed: 4, failed: 0 });
});

it('what fails is told whole and counted, and the others go on', async () => {
  const { printed, print } = printer();
  const throws: Step = { name: 'throws', run: () => Promise.reject(new Error('no such program')) };
  const fails: Step = { name: 'fails', run: async () => ({ ...broken('line 1\nline 2\n'), passed: 2 }) };
  const leaves: Step = {
    name: 'leaves',
    run: async () => outcome({ passed: 0, skipped: 3, note: 'why\nnot' }),
  };
  expect(await runPhases([[[throws, fails, leaves]]], print)).toEqual({ passed: 2, failed: 2 });
  expect(printed).toEqual([
    '\n--- throws ---\nno such program\n---\n✗ throws: 0 passed, 1 failed',
    '\n--- fails ---\nline 1\nline 2\n---\n✗ fails: 2 passed, 1 failed',
    '✓ leaves: 0 passed, 0 failed, 3 left out\n  why\n  not',
  ]);
});

it.each([
  ['has passed', outcome(), { passed: 2, failed: 0 }],
  ['has failed', broken('does not build'), { passed: 0, failed: 2 }],
] as const)('where what it needs %s, a step is tried or not', async (_, result, total) => {
  const { printed, print } = printer();
  const build = needed({ name: 'build', run: async () => result }, 'there is no build');
  const user = build.by({ name: 'user', run: async () => outcome() });
  expect(await runPhases([[[build.step]], [[user]]], print)).toEqual(total);
  expect(printed.join().includes('there is no build')).toBe(total.failed > 0);
});
