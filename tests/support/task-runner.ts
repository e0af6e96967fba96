import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root.ts';

type Env = Record<string, string>;

/** Declares one part of `npm test`: commands that run until one fails. It counts as one check or as the tests of its report. */
export interface Task {
  /** Programs under node_modules with their arguments. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  readonly report?: keyof typeof reports;
  /** The task that must pass before this one runs. */
  readonly dependsOn?: string;
  /** Prepares resources and passes their environment variables. */
  readonly prepare?: <T>(work: (env: Env) => Promise<T>) => Promise<T>;
}

const counts = (passed: number, failed: number, skipped = 0, flaky = 0, ofFlaky?: string) => ({
  passed,
  failed,
  skipped,
  flaky,
  /** What failed at first, where the output does not say it. */
  ofFlaky,
});
type Outcome = ReturnType<typeof counts> & { readonly output: string };

const number = z.number();
const reports = {
  vitest: {
    args: (file: string) => ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    // A file that fails outside of its tests, such as one that does not load, counts as one failure.
    counts: z
      .object({
        numPassedTests: number,
        numFailedTests: number,
        numPendingTests: number,
        testResults: z.array(
          z.object({
            status: z.string(),
            assertionResults: z.array(
              z.object({
                status: z.string(),
                fullName: z.string().default(''),
                failureMessages: z.array(z.string()).default([]),
              }),
            ),
          }),
        ),
      })
      .transform((it) => {
        const failedFiles = it.testResults.filter(
          ({ status, assertionResults }) =>
            status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
        );
        // A test that passed when it was repeated keeps the message of its failure.
        const flaky = it.testResults
          .flatMap(({ assertionResults }) => assertionResults)
          .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
        return counts(
          it.numPassedTests,
          it.numFailedTests + failedFiles.length,
          it.numPendingTests,
          flaky.length,
          flaky.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages[0]}`).join('\n\n'),
        );
      }),
  },
  playwright: {
    args: () => ['--reporter=line,json,./tests/e2e/page-at-failure.ts'],
    // Errors outside of tests count as failures. A flaky test has passed when it was repeated.
    counts: z
      .object({
        errors: z.array(z.unknown()).default([]),
        stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
      })
      .transform(({ stats, errors }) =>
        counts(stats.expected + stats.flaky, stats.unexpected + errors.length, stats.skipped, stats.flaky),
      ),
  },
};

async function execute([program, ...args]: readonly [string, ...string[]], env: Env) {
  const child = spawn(process.execPath, [join('node_modules', program), ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { ok: code === 0, output };
}

/** Counts a report. A missing or empty report is a failure, and so is an exit code without a failed test. */
function countReport(report: keyof typeof reports, file: string, ok: boolean) {
  try {
    const found = reports[report].counts.parse(JSON.parse(readFileSync(file, 'utf8')));
    return found.failed === 0 && (!ok || found.passed === 0) ? { ...found, failed: 1 } : found;
  } catch {
    return counts(0, 1);
  }
}

async function runTask({ commands, report, prepare = (work) => work({}) }: Task): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const file = join(folder, 'report.json');
  try {
    return await prepare(async (env) => {
      let [output, ok] = ['', true];
      for (const [program, ...args] of commands) {
        if (!ok) break;
        const all = report ? [...args, ...reports[report].args(file)] : args;
        const ran = await execute([program, ...all], { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env });
        output += ran.output;
        ok = ran.ok;
      }
      return { ...(report ? countReport(report, file, ok) : counts(ok ? 1 : 0, ok ? 0 : 1)), output };
    });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    return { ...counts(0, 1), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Characters. */
const END_OF_OUTPUT = 4_000;

/**
 * Runs the phases in sequence and the tasks of each in parallel, also after failures.
 * Prints each outcome: the output of a failed or flaky task, and the last line of a check.
 * Returns the totals and, for each failed task, its outcome with the end of its output.
 */
export async function runPhases<Name extends string>(
  tasks: Readonly<Record<Name, Task>>,
  phases: readonly (readonly Name[])[],
  print: (text: string) => void,
): Promise<{ readonly passed: number; readonly failed: number; readonly failures: readonly string[] }> {
  const passed = new Set<string>();
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const run = async (name: Name) => {
    const { dependsOn, report } = tasks[name];
    const startedAt = performance.now();
    const isReady = dependsOn === undefined || passed.has(dependsOn);
    const outcome = isReady
      ? await runTask(tasks[name])
      : { ...counts(0, 1), output: `Not run: ${dependsOn} failed.` };
    if (outcome.failed === 0) passed.add(name);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    const output = outcome.output.trim();
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const flaky = outcome.flaky > 0 ? `, ${outcome.flaky} flaky` : '';
    const result = `${name}: ${outcome.passed} passed, ${outcome.failed} failed${skipped}${flaky} (${seconds} s)`;
    if (outcome.flaky > 0) print(`\n--- ${name}, flaky ---\n${outcome.ofFlaky ?? output}\n---`);
    if (outcome.failed > 0) {
      print(`\n--- ${name} ---\n${output}\n---\n✗ ${result}`);
      failures.push(`✗ ${result}\n${output.slice(-END_OF_OUTPUT)}`);
    } else {
      const note = report ? '' : output.split('\n').at(-1);
      print(note ? `✓ ${result}\n  ${note}` : `✓ ${result}`);
    }
  };
  for (const phase of phases) await Promise.all(phase.map(run));
  return { ...total, failures };
}
