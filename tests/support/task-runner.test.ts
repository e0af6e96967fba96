import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from './project-root.ts';
import { runPhases, type Task } from './task-runner.ts';

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
const reporter = (report: unknown, code: number) =>
  program(`import { writeFileSync } from 'node:fs';
    const file = process.argv.find((one) => one.startsWith('--outputFile.json='))?.split('=')[1];
    writeFileSync(file ?? process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, ${JSON.stringify(JSON.stringify(report))});
    process.exit(${code});`);
/** Returns the report of one test file, which has a status of its own beside those of its tests. */
const vitest = (numPassedTests: number, numFailedTests: number, status = 'passed', ...tests: string[]) => ({
  ...{ numPassedTests, numFailedTests, numPendingTests: 0 },
  testResults: [
    {
      ...{ name: join(projectRoot, 'a.test.ts'), startTime: 0, endTime: 1, status },
      assertionResults: tests.map((one) => ({ status: one })),
    },
  ],
});
const playwright = (flaky: number, unexpected: number, errors: unknown[]) => ({
  ...{ errors, suites: [] },
  stats: { expected: 5, unexpected, flaky, skipped: 0 },
});

/** Runs tasks, each in its own phase, and returns the totals and what was printed without the seconds. */
async function run(tasks: Record<string, Task>, phases = Object.keys(tasks).map((name) => [name])) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text.replace(/ \([\d.]+ s\)/, ''));
  const { passed, failed, failures, leftOut } = await runPhases(tasks, phases, print);
  expect(failures).toHaveLength(printed.filter((text) => text.includes('✗')).length);
  return { passed, failed, leftOut, printed: printed.join('\n') };
}

const task = (...texts: string[]): Task => ({ commands: texts.map(program) });
const noBrowser = { commands: [], prepare: () => Promise.reject(new Error('no browser')) };

it.each<[string, Task, number, string]>([
  ['its last line', task('console.log("one\\ntwo")'), 1, 'check: 1 passed, 0 failed\n  two'],
  [
    'its whole output after a failed command, the last one',
    task('console.log("one"); process.exit(3)', 'console.log("two")'),
    0,
    '\n--- check ---\none\n---\n✗ check: 0 passed, 1 failed',
  ],
  ['a program that is missing', { commands: [['no/such/program.js']] }, 0, 'no/such/program.js'],
  ['a program that is killed', task('process.kill(process.pid, "SIGKILL")'), 0, '0 passed, 1 failed'],
  ['a preparation that throws', noBrowser, 0, 'no browser'],
])('a check shows %s', async (_, check, passed, printed) => {
  const result = await run({ check });
  expect(result).toMatchObject({ passed, failed: 1 - passed, printed: expect.stringContaining(printed) });
});

it.each([
  ['tests and failures', 'vitest', vitest(4, 2, 'failed', 'failed'), 1, { passed: 4, failed: 2 }],
  ['an exit code alone', 'vitest', vitest(4, 0), 1, { passed: 4, failed: 1 }],
  [
    'a file that fails outside of its tests',
    'vitest',
    vitest(4, 0, 'failed', 'skipped'),
    1,
    { passed: 4, failed: 1 },
  ],
  ['no test at all', 'vitest', vitest(0, 0), 0, { passed: 0, failed: 1 }],
  ['another report', 'vitest', {}, 0, { passed: 0, failed: 1 }],
  ['tests', 'playwright', playwright(0, 0, []), 0, { passed: 5, failed: 0 }],
  ['errors and what was repeated', 'playwright', playwright(1, 2, [{}]), 1, { passed: 6, failed: 3 }],
] as const)('a task counts %s by the report of %s', async (_, report, content, code, total) => {
  expect(await run({ tests: { commands: [reporter(content, code)], report } })).toMatchObject(total);
});

it('a task without its report fails', async () => {
  const tests: Task = { ...task('console.log("nothing")'), report: 'vitest' };
  expect(await run({ tests })).toMatchObject({ passed: 0, failed: 1 });
});

it('phases run in sequence, also after a failure; what depends on a failed task does not run', async () => {
  const tasks = { build: task('process.exit(1)'), other: task('') };
  const user: Task = { ...task(''), dependsOn: ['build'] };
  const { printed, ...counted } = await run({ ...tasks, user }, [['build', 'other'], ['user']]);
  expect(counted).toMatchObject({ passed: 1, failed: 2 });
  expect(printed).toContain('Not run: build failed.');
});

it('three tasks of a phase run at once, and one that depends on another waits for it', async () => {
  const log = join(folder, 'starts-and-ends');
  const task = (name: string, ends: number, ...dependsOn: string[]): Task => ({
    commands: [
      program(`import { appendFileSync, readFileSync } from 'node:fs';
        const log = ${JSON.stringify(log)};
        appendFileSync(log, '+${name} ');
        while (readFileSync(log, 'utf8').split(' ').length <= ${ends})
          await new Promise((later) => setTimeout(later, 20));
        appendFileSync(log, '-${name} ');`),
    ],
    dependsOn,
  });
  const tasks = { user: task('user', 0, 'build'), build: task('build', 3), a: task('a', 3), b: task('b', 3) };
  expect(await run(tasks, [Object.keys(tasks)])).toMatchObject({ passed: 4, failed: 0 });
  const written = readFileSync(log, 'utf8').split(' ');
  expect(written.indexOf('+user')).toBeGreaterThan(written.indexOf('-build'));
});

it('a task that the machine cannot run is left out with a sentence, and fails nothing', async () => {
  const journeys = { commands: [program('process.exit(1)')], missing: () => 'There is no browser.' };
  expect(await run({ journeys })).toMatchObject({
    ...{ passed: 0, failed: 0 },
    leftOut: ['Left out: journeys. There is no browser.'],
  });
});
