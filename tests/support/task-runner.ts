import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { type Counts, countReport, counts, type FileTime, reports } from './test-reports.ts';

type Env = Record<string, string>;

/** Declares a part of a test run: commands that run until one fails. It counts as one check or as the tests of its report. */
export interface Task {
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  readonly report?: keyof typeof reports;
  /** Tasks that must pass before this one runs. */
  readonly dependsOn?: readonly string[];
  /** Returns a sentence if the machine lacks something that the task needs: it is left out then. */
  readonly missing?: () => string | undefined;
  /** Prepares resources and passes their environment variables. */
  readonly prepare?: <T>(work: (env: Env) => Promise<T>) => Promise<T>;
}

type Outcome = Counts & { readonly output: string; readonly processorSeconds: number };

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

/** Returns no processor time on Windows, where no shell counts it. */
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

/** Tasks that run at once. Each starts workers for all processors if it has work for them. */
const AT_ONCE = 3;
/** Characters. */
const END_OF_OUTPUT = 4_000;
const SLOWEST_FILES = 10;

export interface TaskTime {
  readonly task: string;
  readonly processorSeconds: number;
  readonly wallSeconds: number;
}

/** Renders the seconds of each task, all of them, and the slowest test files, whose seconds are those of their tests. */
export function timeTable(
  times: readonly TaskTime[],
  files: readonly FileTime[],
  wallSeconds: number,
): string {
  const line = (name: string, processor: string, wall: string) =>
    `${name.padEnd(44)}${processor.padStart(12)}${wall.padStart(9)}`;
  const sum = times.reduce((total, it) => total + it.processorSeconds, 0);
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES);
  return [
    line('suite', 'processor s', 'wall s'),
    ...times.map((it) => line(it.task, it.processorSeconds.toFixed(1), it.wallSeconds.toFixed(1))),
    line('all', sum.toFixed(1), wallSeconds.toFixed(1)),
    '',
    line('slowest files', '', 'wall s'),
    ...slowest.map(({ file, seconds }) => line(file, '', seconds.toFixed(1))),
  ].join('\n');
}

export interface RunTotals {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  /** A sentence for each task that the machine cannot run. */
  readonly leftOut: readonly string[];
  readonly times: readonly TaskTime[];
  readonly files: readonly FileTime[];
}

/**
 * Runs the phases in sequence, also after failures, and the tasks of each in their order, three at once. A task waits for those of its
 * phase that it depends on.
 * Prints each outcome: the output of a failed task, and the last line of a check.
 */
export async function runPhases<Name extends string>(
  tasks: Readonly<Record<Name, Task>>,
  phases: readonly (readonly Name[])[],
  print: (text: string) => void,
): Promise<RunTotals> {
  const succeeded = new Set<string>();
  const totals = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const leftOut: string[] = [];
  const times: TaskTime[] = [];
  const files: FileTime[] = [];

  const start = async (name: Name): Promise<Outcome | string> => {
    const { dependsOn, missing } = tasks[name];
    const failed = (output: string) => ({ ...counts(0, 1), output, processorSeconds: 0 });
    try {
      const reason = missing?.();
      if (reason !== undefined) return reason;
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
    const lacking = dependsOn?.find((other) => !succeeded.has(other));
    if (lacking !== undefined) return failed(`Not run: ${lacking} failed.`);
    return runTask(tasks[name]);
  };
  const run = async (name: Name) => {
    const startedAt = performance.now();
    const outcome = await start(name);
    if (typeof outcome === 'string') {
      leftOut.push(`Left out: ${name}. ${outcome}`);
      return print(`- ${leftOut.at(-1)}`);
    }
    const { passed, failed, skipped } = outcome;
    if (failed === 0) succeeded.add(name);
    totals.passed += passed;
    totals.failed += failed;
    const output = outcome.output.trim();
    const wallSeconds = (performance.now() - startedAt) / 1000;
    times.push({ task: name, processorSeconds: outcome.processorSeconds, wallSeconds });
    files.push(...outcome.files);
    for (const text of outcome.repeated) print(`\n--- ${name}: passed only when repeated ---\n${text}\n---`);
    const ofSkipped = skipped > 0 ? `, ${skipped} skipped` : '';
    const result = `${name}: ${passed} passed, ${failed} failed${ofSkipped} (${wallSeconds.toFixed(1)} s)`;
    if (failed > 0) {
      print(`\n--- ${name} ---\n${output}\n---\n✗ ${result}`);
      failures.push(`✗ ${result}\n${output.slice(-END_OF_OUTPUT)}`);
      return;
    }
    const note = tasks[name].report ? '' : output.split('\n').at(-1);
    print(note ? `✓ ${result}\n  ${note}` : `✓ ${result}`);
  };
  const runPhase = async (phase: readonly Name[]) => {
    const waiting = [...phase];
    const running = new Map<string, Promise<void>>();
    const isReady = (name: Name) =>
      !tasks[name].dependsOn?.some((other) => running.has(other) || waiting.some((one) => one === other));
    while (waiting.length > 0 || running.size > 0) {
      for (const name of waiting.filter(isReady).slice(0, AT_ONCE - running.size)) {
        waiting.splice(waiting.indexOf(name), 1);
        running.set(
          name,
          run(name).finally(() => running.delete(name)),
        );
      }
      await Promise.race(running.values());
    }
  };
  for (const phase of phases) await runPhase(phase);
  return { ...totals, failures, leftOut, times, files };
}
