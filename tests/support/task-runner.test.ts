import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from './project-root.ts';
import { runPhases, type Task, timeTable } from './task-runner.ts';

const folder = mkdtempSync(join(projectRoot, 'node_modules/.cache-tasks-'));
afterAll(() => rmSync(folder, { recursive: true }));

let programs = 0;
/** Returns a command that runs this text, as a program under node_modules. */
function program(text: string): [string] {
  programs += 1;
  const name = join(folder, `${programs}.mjs`);
  writeFileSync(name, text);
  return [join('..', name.slice(projectRoot.length))];
}

/** Returns a program that writes a report to the given path and exits with a code. */
const reporter = (report: unknown, code = 0) =>
  program(`import { writeFileSync } from 'node:fs';
    const file = process.argv.find((one) => one.startsWith('--outputFile.json='))?.split('=')[1];
    writeFileSync(file ?? process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, ${JSON.stringify(JSON.stringify(report))});
    process.exit(${code});`);
const vitest = (
  numPassedTests: number,
  numFailedTests: number,
  numPendingTests = 0,
  testResults: unknown[] = [],
) => ({ numPassedTests, numFailedTests, numPendingTests, testResults });
/** Returns the report of a test file of a second and a half with the statuses of its tests. */
const file = (status: string, ...tests: string[]) => ({
  name: join(projectRoot, 'tests/support/task-runner.test.ts'),
  startTime: 1_000,
  endTime: 2_500,
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});
const spec = (...durations: number[]) => ({
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});
const playwright = (flaky: number, unexpected: number, errors: unknown[]) => ({
  errors,
  suites: [
    {
      file: 'sign-in.e2e.ts',
      specs: [spec(1_000)],
      suites: [{ file: 'sign-in.e2e.ts', specs: [spec(500, 250)] }],
    },
  ],
  stats: { expected: 5, unexpected, flaky, skipped: 0 },
});

/** Runs tasks, each in its own phase, and returns the totals and the printed lines without the seconds. */
async function run(tasks: Record<string, Task>, phases = Object.keys(tasks).map((name) => [name])) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text.replace(/ \([\d.]+ s\)/, ''));
  const { passed, failed, failures } = await runPhases(tasks, phases, print);
  expect(failures).toHaveLength(printed.filter((text) => text.includes('✗')).length);
  return { passed, failed, printed };
}

describe('a task that is a check', () => {
  const good = () => program('console.log("one\\ntwo")');
  const bad = () => program('console.log("one"); console.error("two"); process.exit(3)');
  const broken: Task = { commands: [], prepare: () => Promise.reject(new Error('no browser')) };
  const failed = (output: string) => `\n--- check ---\n${output}\n---\n✗ check: 0 passed, 1 failed`;

  it.each<[string, () => Task, number, unknown]>([
    ['shows its last line', () => ({ commands: [good(), good()] }), 1, '✓ check: 1 passed, 0 failed\n  two'],
    ['stops at a failed command', () => ({ commands: [bad(), program('throw 1')] }), 0, failed('one\ntwo')],
    ['fails without its program', () => ({ commands: [['no/such/program.js']] }), 0, expect.any(String)],
    [
      'fails when it is killed',
      () => ({ commands: [program('process.kill(process.pid, "SIGKILL")')] }),
      0,
      expect.any(String),
    ],
    ['fails when its preparation throws', () => broken, 0, failed('no browser')],
  ])('%s', async (_, check, passed, printed) => {
    expect(await run({ check: check() })).toEqual({ passed, failed: 1 - passed, printed: [printed] });
  });
});

describe('a task with a report', () => {
  it.each([
    ['counts its tests', 'vitest', vitest(4, 0), 0, { passed: 4, failed: 0 }],
    ['counts its failures', 'vitest', vitest(4, 2, 1), 1, { passed: 4, failed: 2 }],
    ['fails by its exit code alone', 'vitest', vitest(4, 0), 1, { passed: 4, failed: 1 }],
    [
      'counts a file that does not load beside failing tests',
      'vitest',
      vitest(4, 2, 0, [file('failed'), file('failed', 'passed', 'failed'), file('passed', 'passed')]),
      1,
      { passed: 4, failed: 3 },
    ],
    [
      'counts a file whose hook fails',
      'vitest',
      vitest(4, 0, 2, [file('failed', 'skipped', 'skipped'), file('passed', 'passed')]),
      1,
      { passed: 4, failed: 1 },
    ],
    ['fails without any test', 'vitest', vitest(0, 0), 0, { passed: 0, failed: 1 }],
    ['fails with another report', 'vitest', {}, 0, { passed: 0, failed: 1 }],
    ['counts its tests', 'playwright', playwright(0, 0, []), 0, { passed: 5, failed: 0 }],
    ['counts errors as failures', 'playwright', playwright(1, 2, [{}]), 1, { passed: 6, failed: 3 }],
  ] as const)('%s, by the report of %s', async (_, report, content, code, total) => {
    expect(await run({ tests: { commands: [reporter(content, code)], report } })).toMatchObject(total);
  });

  it('names tests that passed only when they were repeated, with their first failure', async () => {
    const assertionResults = [
      { status: 'passed', fullName: 'adds up', failureMessages: ['Error: 1 is not 2', 'more'] },
      { status: 'passed', fullName: 'stays', failureMessages: [] },
    ];
    const reported = vitest(2, 0, 0, [{ ...file('passed'), assertionResults }]);
    const { printed } = await run({ tests: { commands: [reporter(reported)], report: 'vitest' } });
    expect(printed).toEqual([
      '\n--- tests: passed only when repeated ---\nadds up\nError: 1 is not 2\n---',
      '✓ tests: 2 passed, 0 failed',
    ]);
  });

  it('tells the seconds of each file', async () => {
    const reported = vitest(1, 0, 0, [file('passed', 'passed')]);
    const unit: Task = { commands: [reporter(reported)], report: 'vitest' };
    const journeys: Task = { commands: [reporter(playwright(0, 0, []))], report: 'playwright' };
    const { files } = await runPhases({ unit, journeys }, [['unit'], ['journeys']], () => {});
    expect(files).toEqual([
      { file: 'tests/support/task-runner.test.ts', seconds: 1.5 },
      { file: 'tests/e2e/sign-in.e2e.ts', seconds: 1.75 },
    ]);
  });

  it('fails without a report and shows its output', async () => {
    const tests: Task = { commands: [program('console.log("nothing")')], report: 'vitest' };
    expect(await run({ tests })).toEqual({
      passed: 0,
      failed: 1,
      printed: ['\n--- tests ---\nnothing\n---\n✗ tests: 0 passed, 1 failed'],
    });
  });
});

describe('phases', () => {
  it('run in sequence, and the tasks of a phase in parallel, also after a failure', async () => {
    const started: string[] = [];
    let release = () => {};
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    /** The first task ends only after the second of its phase has started. */
    const task = (name: string, wait?: Promise<void>): Task => ({
      commands: [program(name === 'second' ? 'process.exit(1)' : '')],
      prepare: async (work) => {
        started.push(name);
        if (name === 'second') release();
        await wait;
        return work({});
      },
    });
    const tasks = { first: task('first', first), second: task('second'), third: task('third') };
    expect(await run(tasks, [['first', 'second'], ['third']])).toMatchObject({ passed: 2, failed: 1 });
    expect(started).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['', { passed: 2, failed: 0 }],
    ['process.exit(1)', { passed: 0, failed: 2 }],
  ])('run a task only if its dependency has passed (%j)', async (text, total) => {
    const user: Task = { commands: [program('')], dependsOn: 'build' };
    const { printed, ...counted } = await run({ build: { commands: [program(text)] }, user });
    expect(counted).toEqual(total);
    expect(printed.join().includes('Not run: build failed.')).toBe(total.failed > 0);
  });
});

describe('a task that the machine cannot run', () => {
  const missing = () => 'There is no browser.';

  it('is left out with a sentence, and fails nothing', async () => {
    const task: Task = { commands: [program('process.exit(1)')], missing };
    const { leftOut, passed, failed, times } = await runPhases({ journeys: task }, [['journeys']], () => {});
    expect(leftOut).toEqual(['Left out: journeys. There is no browser.']);
    expect({ passed, failed, times }).toEqual({ passed: 0, failed: 0, times: [] });
  });

  it('fails where a browser is named that does not exist', async () => {
    const task: Task = {
      commands: [program('')],
      missing: () => {
        throw new Error('CHROMIUM is set to /none.');
      },
    };
    const { failed, failures } = await runPhases({ journeys: task }, [['journeys']], () => {});
    expect(failed).toBe(1);
    expect(failures).toEqual([expect.stringContaining('CHROMIUM is set to /none.')]);
  });
});

describe('the table at the end of a run', () => {
  it('has the processor time of a task with that of its ended children', async () => {
    const busy = 'const until = Date.now() + 300; while (Date.now() < until);';
    const child = `import { spawnSync } from 'node:child_process';
      spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);`;
    const { times } = await runPhases({ busy: { commands: [program(child)] } }, [['busy']], () => {});
    expect(times).toEqual([
      { task: 'busy', processorSeconds: expect.any(Number), wallSeconds: expect.any(Number) },
    ]);
    expect(times[0]?.processorSeconds).toBeGreaterThan(0.2);
  });

  it('lists the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, number) => ({ file: `${number}.test.ts`, seconds: number }));
    const lines = timeTable([{ task: 'unit', processorSeconds: 12.34, wallSeconds: 6 }], files, 7).split(
      '\n',
    );
    expect(lines.slice(1, 3).map((line) => line.split(/\s+/))).toEqual([
      ['unit', '12.3', '6.0'],
      ['all', '12.3', '7.0'],
    ]);
    expect(lines.slice(5).map((line) => line.split(/\s+/)[0])).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => `${number}.test.ts`),
    );
  });
});
