import type { Outcome, Step } from './steps.ts';

/** Steps that run one after the other. */
export type Lane = readonly Step[];

/** Lanes that run beside each other. The next phase begins when the last of them is over. */
export type Phase = readonly Lane[];

/** How many tests and checks passed and failed in all. */
export interface Total {
  readonly passed: number;
  readonly failed: number;
}

/** A step that throws has failed, with what it threw as its output. */
async function outcomeOf(step: Step): Promise<Outcome> {
  try {
    return await step.run();
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, skipped: 0, output };
  }
}

/** One block for a step, whatever else runs beside it; of one that failed, everything it printed. */
function told({ name }: Step, outcome: Outcome, startedAt: number): string {
  const { passed, failed, skipped, output, note } = outcome;
  const left = skipped > 0 ? `, ${skipped} left out` : '';
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const result = `${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`;
  if (failed > 0) return `\n--- ${name} ---\n${output.trim()}\n---\n✗ ${result}`;
  return note ? `✓ ${result}\n  ${note.replaceAll('\n', '\n  ')}` : `✓ ${result}`;
}

/** Runs every step, also after one has failed, and prints what came of each as soon as it is over. */
export async function runPhases(phases: readonly Phase[], print: (text: string) => void): Promise<Total> {
  const total = { passed: 0, failed: 0 };
  const inTurn = async (lane: Lane) => {
    for (const step of lane) {
      const startedAt = performance.now();
      const outcome = await outcomeOf(step);
      print(told(step, outcome, startedAt));
      total.passed += outcome.passed;
      total.failed += outcome.failed;
    }
  };
  for (const phase of phases) await Promise.all(phase.map(inTurn));
  return total;
}

/** A step, and a way to make others depend on it: where it has not passed they fail with these words instead of being tried. */
export function needed(
  step: Step,
  without: string,
): { readonly step: Step; readonly by: (other: Step) => Step } {
  let passed = false;
  const run = async () => {
    const outcome = await step.run();
    passed = outcome.failed === 0;
    return outcome;
  };
  const by = (other: Step): Step => ({
    name: other.name,
    run: async () => (passed ? other.run() : { passed: 0, failed: 1, skipped: 0, output: without }),
  });
  return { step: { name: step.name, run }, by };
}
