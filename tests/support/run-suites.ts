import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root.ts';
import { type FurtherSuite, further, gate } from './suites.ts';
import { runPhases, type Task, timeTable } from './task-runner.ts';
import { touchedPaths } from './touched-paths.ts';

/**
 * Runs suites and ends with "N passed, N failed".
 * - `gate`: those that every change must pass.
 * - `all`: the others too; with names, those alone.
 * - `touched`: after the gate, those others that the change touches and that fit into the time; the gate's counts are added.
 */
const print = (text: string) => process.stdout.write(`${text}\n`);

/** For the gate and the suites of a change together. */
const MINUTES_IN_ALL = 45;
const gateFile = join(projectRoot, 'test-results/gate.json');
const gateCounts = z.object({ passed: z.number(), failed: z.number(), seconds: z.number() });

interface Run {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly phases: readonly (readonly string[])[];
  readonly before: z.infer<typeof gateCounts>;
}
const nothingBefore = { passed: 0, failed: 0, seconds: 0 };
const oneByOne = (tasks: object) => Object.keys(tasks).map((name) => [name]);

/** @throws {Error} for a name that no suite has */
function namedSuites(names: readonly string[]): Run {
  const everySuite: Readonly<Record<string, Task>> = { ...gate, ...further };
  const chosen = names.map((name): [string, Task] => {
    const suite = everySuite[name];
    if (!suite) throw new Error(`There is no suite "${name}": ${Object.keys(everySuite).join(', ')}.`);
    return [name, suite];
  });
  const needed = new Set(chosen.flatMap(([, { dependsOn = [] }]) => dependsOn));
  const first = Object.entries<Task>(gate).filter(([name]) => needed.has(name));
  const tasks = Object.fromEntries([...first, ...chosen]);
  return { tasks, phases: oneByOne(tasks), before: nothingBefore };
}

function limited(suite: FurtherSuite, touched: readonly string[]): Task {
  // The gate has built, and installed the browsers.
  const { commands, takesTouched, dependsOn: _, ...rest } = suite;
  return { ...rest, commands: takesTouched ? commands.map((words) => [...words, ...touched]) : commands };
}

function touchedSuites(): Run {
  const before = gateCounts.parse(JSON.parse(readFileSync(gateFile, 'utf8')));
  const paths = touchedPaths();
  if (!paths) print('git knows no commit that the change began from: CHANGED_SINCE names one.');
  let minutes = before.seconds / 60;
  const tasks: Record<string, Task> = {};
  for (const [name, suite] of Object.entries(further)) {
    const touched = (paths ?? []).filter((path) => suite.touchedBy.some((start) => path.startsWith(start)));
    if (touched.length === 0) continue;
    if (minutes + suite.minutes > MINUTES_IN_ALL) {
      print(`Left out for want of time: ${name}; "npm run test:all -- '${name}'" runs it.`);
      continue;
    }
    minutes += suite.minutes;
    tasks[name] = limited(suite, touched);
  }
  return { tasks, phases: oneByOne(tasks), before };
}

const [mode, ...names] = process.argv.slice(2);
const runs: Record<string, () => Run> = {
  gate: () => ({ tasks: gate, phases: [Object.keys(gate)], before: nothingBefore }),
  all: () =>
    names.length > 0
      ? namedSuites(names)
      : {
          tasks: { ...gate, ...further },
          phases: [Object.keys(gate), ...oneByOne(further)],
          before: nothingBefore,
        },
  touched: touchedSuites,
};
const choose = runs[mode ?? ''];
if (!choose) throw new Error(`Choose ${Object.keys(runs).join(', ')}.`);

const { tasks, phases, before } = choose();
const { failures, leftOut, times, files, ...counted } = await runPhases(tasks, phases, print);
const passed = before.passed + counted.passed;
const failed = before.failed + counted.failed;
const seconds = before.seconds + performance.now() / 1000;
if (mode === 'gate') {
  mkdirSync(dirname(gateFile), { recursive: true });
  writeFileSync(gateFile, JSON.stringify({ passed, failed, seconds }));
}
print(`\n${timeTable(times, files, performance.now() / 1000)}`);
// Again, at the end: a long log is read from there, and may be cut.
for (const text of [...leftOut, ...failures]) print(`\n${text}`);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
