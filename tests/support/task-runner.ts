import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
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

/** A test file with the wall seconds of its tests. */
interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

const counts = (
  passed: number,
  failed: number,
  skipped = 0,
  flaky = 0,
  ofFlaky?: string,
  files: readonly FileTime[] = [],
) => ({
  passed,
  failed,
  skipped,
  flaky,
  /** What failed at first, where the output does not say it. */
  ofFlaky,
  files,
});
type Outcome = ReturnType<typeof counts> & { readonly output: string; readonly processorSeconds: number };

const number = z.number();
const inProject = (path: string) => (isAbsolute(path) ? relative(projectRoot, path) : path);

/** A suite of Playwright's report: suites within suites, each test with the milliseconds of its attempts. */
interface PlaywrightSuite {
  readonly file: string;
  readonly suites: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { duration: number }[] }[];
  }[];
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    file: z.string(),
    suites: z.array(playwrightSuite).default([]),
    specs: z
      .array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: number })) })) }))
      .default([]),
  }),
);
const millisecondsOf = ({ suites, specs }: PlaywrightSuite): number =>
  suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0) +
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0);
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
            name: z.string().default(''),
            startTime: number.default(0),
            endTime: number.default(0),
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
          it.testResults.map(({ name, startTime, endTime }) => ({
            file: inProject(name),
            seconds: (endTime - startTime) / 1000,
          })),
        );
      }),
  },
  playwright: {
    args: () => ['--reporter=line,json,./tests/e2e/page-at-failure.ts'],
    // Errors outside of tests count as failures. A flaky test has passed when it was repeated.
    counts: z
      .object({
        errors: z.array(z.unknown()).default([]),
        suites: z.array(playwrightSuite).default([]),
        stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
      })
      .transform(({ stats, errors, suites }) =>
        counts(
          stats.expected + stats.flaky,
          stats.unexpected + errors.length,
          stats.skipped,
          stats.flaky,
          undefined,
          suites.map((suite) => ({ file: `tests/e2e/${suite.file}`, seconds: millisecondsOf(suite) / 1000 })),
        ),
      ),
  },
};

/** Runs a command and writes its processor time, with that of its ended descendants, to the fourth stream. */
const TIMED = '"$@"; code=$?; times >&3; exit $code';
/** The last line of `times` is that of the children: user and system time as minutes and seconds. */
function processorSeconds(times: string): number {
  const ofChildren = times.trim().split('\n').at(-1) ?? '';
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

async function execute([program, ...args]: readonly [string, ...string[]], env: Env) {
  const command = [process.execPath, join('node_modules', program), ...args] as const;
  const isTimed = process.platform !== 'win32';
  const [file, ...rest] = isTimed ? (['sh', '-c', TIMED, 'sh', ...command] as const) : command;
  const child = spawn(file, rest, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  let times = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    times += chunk;
  });
  const [code] = await once(child, 'close');
  return { ok: code === 0, output, seconds: processorSeconds(times) };
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
  let seconds = 0;
  try {
    return await prepare(async (env) => {
      let [output, ok] = ['', true];
      for (const [program, ...args] of commands) {
        if (!ok) break;
        const all = report ? [...args, ...reports[report].args(file)] : args;
        const ran = await execute([program, ...all], { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env });
        output += ran.output;
        seconds += ran.seconds;
        ok = ran.ok;
      }
      const counted = report ? countReport(report, file, ok) : counts(ok ? 1 : 0, ok ? 0 : 1);
      return { ...counted, output, processorSeconds: seconds };
    });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    return { ...counts(0, 1), output, processorSeconds: seconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Characters. */
const END_OF_OUTPUT = 4_000;
const SLOWEST_FILES = 10;

/** A task that ran, with its seconds of processor and wall. */
interface TaskTime {
  readonly task: string;
  readonly processorSeconds: number;
  readonly wallSeconds: number;
}

/** Renders the seconds of each task, their sum, and the slowest test files. */
function timeTable(times: readonly TaskTime[], files: readonly FileTime[]): string {
  const line = (name: string, processor: string, wall: string) =>
    `${name.padEnd(34)}${processor.padStart(11)}${wall.padStart(9)}`;
  const sum = times.reduce((total, { processorSeconds }) => total + processorSeconds, 0);
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES);
  return [
    line('suite', 'processor s', 'wall s'),
    ...times.map((it) => line(it.task, it.processorSeconds.toFixed(1), it.wallSeconds.toFixed(1))),
    line('all', sum.toFixed(1), (performance.now() / 1000).toFixed(1)),
    '',
    line('slowest files', '', 'wall s'),
    ...slowest.map(({ file, seconds }) => line(file, '', seconds.toFixed(1))),
  ].join('\n');
}

/**
 * Runs the phases in sequence and the tasks of each in parallel, also after failures.
 * Prints each outcome: the output of a failed or flaky task, and the last line of a check.
 * Returns the totals, for each failed task its outcome with the end of its output, and a table of the seconds that all took.
 */
export async function runPhases<Name extends string>(
  tasks: Readonly<Record<Name, Task>>,
  phases: readonly (readonly Name[])[],
  print: (text: string) => void,
): Promise<{
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly times: string;
}> {
  const times: TaskTime[] = [];
  const files: FileTime[] = [];
  const passed = new Set<string>();
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const run = async (name: Name) => {
    const { dependsOn, report } = tasks[name];
    const startedAt = performance.now();
    const isReady = dependsOn === undefined || passed.has(dependsOn);
    const outcome = isReady
      ? await runTask(tasks[name])
      : { ...counts(0, 1), output: `Not run: ${dependsOn} failed.`, processorSeconds: 0 };
    if (outcome.failed === 0) passed.add(name);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    const output = outcome.output.trim();
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
    const wallSeconds = (performance.now() - startedAt) / 1000;
    const seconds = wallSeconds.toFixed(1);
    times.push({ task: name, processorSeconds: outcome.processorSeconds, wallSeconds });
    files.push(...outcome.files);
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
  return { ...total, failures, times: timeTable(times, files) };
}
