import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';
import { NoPostgresql, withDebianPostgresql } from './debian-postgresql.ts';
import { type Counts, readPlaywrightReport, readVitestReport } from './test-reports.ts';

/** What came of one step. `output` is what it printed. */
export interface Outcome extends Counts {
  readonly output: string;
  /** One line that is worth reading also where nothing failed. */
  readonly note?: string;
}

/** One thing that `npm test` does. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
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
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}

/** A check that holds or does not, and counts as one. Several commands run until one fails. */
export function check(name: string, ...commands: readonly (readonly [string, ...string[]])[]): Step {
  return {
    name,
    run: async () => {
      let output = '';
      for (const [program, ...args] of commands) {
        const ran = await run(program, args);
        output += ran.output;
        if (ran.code !== 0) return { passed: 0, failed: 1, skipped: 0, output };
      }
      return { passed: 1, failed: 0, skipped: 0, output };
    },
  };
}

/** The same, and the last line that it prints is told beside its result. */
export function checkThatTells(name: string, command: readonly [string, ...string[]]): Step {
  const step = check(name, command);
  return {
    name,
    run: async () => {
      const outcome = await step.run();
      return { ...outcome, note: outcome.output.trim().split('\n').at(-1) };
    },
  };
}

interface Surroundings {
  /** Only the test files under these folders, */
  readonly folders?: readonly string[];
  /** and of those none whose path matches these. */
  readonly without?: readonly string[];
  readonly env?: Record<string, string>;
}

/** Tests that vitest runs, each counted. */
export function vitest(
  name: string,
  projects: readonly string[],
  { folders = [], without = [], env }: Surroundings = {},
): Step {
  return counted(name, 'vitest/vitest.mjs', readVitestReport, (report) => ({
    env,
    args: [
      'run',
      ...folders,
      ...projects.flatMap((project) => ['--project', project]),
      ...without.map((path) => `--exclude=${path}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  }));
}

/** These of the server's tests, on Debian's PostgreSQL; left out, with words for it, where there is none to be had. */
export function onDebiansPostgresql(name: string, files: Omit<Surroundings, 'env'>): Step {
  return {
    name,
    run: async () => {
      try {
        return await withDebianPostgresql((address) =>
          vitest(name, ['server'], { ...files, env: { TEST_DATABASE_URL: address } }).run(),
        );
      } catch (error) {
        if (!(error instanceof NoPostgresql)) throw error;
        return { passed: 0, failed: 0, skipped: 1, output: '', note: error.message };
      }
    },
  };
}

/** Journeys that Playwright runs, each counted. */
export function playwright(name: string): Step {
  return counted(name, '@playwright/test/cli.js', readPlaywrightReport, (report) => ({
    args: ['test', '--reporter=line,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }));
}

/** Tests of another program: it writes a report, and `read` counts what is in it. */
export function counted(
  name: string,
  program: string,
  read: (report: string) => Counts,
  command: (report: string) => { args: string[]; env?: Record<string, string> },
): Step {
  return {
    name,
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'report-'));
      try {
        const report = join(folder, 'report.json');
        const { args, env } = command(report);
        const { code, output } = await run(program, args, env);
        return { ...tally(report, code, read), output };
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/** A run that broke down, or that says it failed while all its tests passed, counts as one failure. */
function tally(report: string, code: number, read: (report: string) => Counts): Counts {
  try {
    const counts = read(readFileSync(report, 'utf8'));
    const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0);
    return silent ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
