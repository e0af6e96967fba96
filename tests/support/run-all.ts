import { NoPostgresql, withDebianPostgresql } from './debian-postgresql.ts';
import { prepareChromium } from './find-chromium.ts';
import { runPhases, type Task } from './task-runner.ts';

/** Limits the crash test to a quarter of a minute; "npm run test:crash" kills 120 times. */
const kills = ['--server', '5', '--database', '1'];
/** Limits the chaos test and fixes its seed; "npm run test:chaos" runs ten thousand operations with a new seed. */
const chaos = ['--seed', '2026', '--operations', '200'];
const vitest = (...projects: string[]): [string, ...string[]] => [
  'vitest/vitest.mjs',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];
/**
 * Tests that run a second time, on Debian's PostgreSQL: the older one, whose user is no superuser. They are about locks, broken
 * connections, search, constraints, the schema and whole backups. All others run on the embedded one alone.
 */
const onBothDatabases = [
  ...['concurrency', 'database', 'search', 'short-searches', 'resources'].map(
    (name) => `tests/server/api/${name}`,
  ),
  ...['backup.test', 'older-backup', 'restore-over'].map((name) => `tests/server/backup/${name}`),
  'tests/server/schema',
];
const print = (text: string) => process.stdout.write(`${text}\n`);
/** Runs on Debian's PostgreSQL. Where there is none, it says so and repeats them on the embedded one. */
const onDebianPostgresql: Task['prepare'] = (work) =>
  withDebianPostgresql((address) => work({ TEST_DATABASE_URL: address })).catch((error: unknown) => {
    if (!(error instanceof NoPostgresql)) throw error;
    print(`${error.message}\nThey are repeated on the embedded one now.`);
    return work({});
  });
const inBrowser: Task['prepare'] = async (work) => {
  prepareChromium();
  return work({});
};

const tasks = {
  packages: { commands: [['tsx/dist/cli.mjs', 'tests/support/prepare-machine.ts']] },
  // Uses one thread: each of several checks the types of libraries again, for twice the CPU time.
  types: { commands: [['typescript7/bin/tsc', '-b', '--singleThreaded']] },
  lint: { commands: [['@biomejs/biome/bin/biome', 'check', '.']] },
  architecture: { commands: [vitest('architecture')], report: 'vitest' },
  'contract, server, app': {
    commands: [vitest('contract', 'server', 'two-servers', 'built-server', 'app')],
    report: 'vitest',
  },
  build: {
    commands: [
      ['vite/bin/vite.js', 'build'],
      ['vite/bin/vite.js', 'build', '--ssr'],
    ],
  },
  'bundle budget': {
    commands: [['tsx/dist/cli.mjs', 'tests/bench/bundle-budget.ts']],
    dependsOn: 'build',
    prepare: inBrowser,
  },
  "server on Debian's PostgreSQL": {
    commands: [[...vitest('server'), ...onBothDatabases]],
    report: 'vitest',
    prepare: onDebianPostgresql,
  },
  'crash test': {
    commands: [['tsx/dist/cli.mjs', 'tests/crash/run.ts', ...kills]],
    dependsOn: 'build',
  },
  chaos: {
    commands: [['tsx/dist/cli.mjs', 'tests/chaos/run.ts', ...chaos]],
    dependsOn: 'build',
  },
  engines: {
    commands: [vitest('engines')],
    report: 'vitest',
    dependsOn: 'build',
  },
  'end-to-end': {
    commands: [['@playwright/test/cli.js', 'test']],
    report: 'playwright',
    dependsOn: 'build',
    prepare: inBrowser,
  },
} satisfies Record<string, Task>;

/** Tasks of one phase run in parallel. Those that use both processors all the time run alone. */
const phases: readonly (readonly (keyof typeof tasks)[])[] = [
  // A fresh machine installs Chromium and PostgreSQL in the meantime, mostly waiting for the network.
  ['packages', 'types', 'lint', 'architecture', 'build'],
  ['contract, server, app'],
  // The crash test and the chaos test mostly wait: for restarts, and for one device after another.
  ["server on Debian's PostgreSQL", 'crash test', 'chaos', 'bundle budget'],
  ['engines'],
  ['end-to-end'],
];

const { passed, failed, failures, times } = await runPhases<keyof typeof tasks>(tasks, phases, print);
print(`\n${times}`);
// Again, at the end: a long log is read from there, and may be cut.
for (const failure of failures) print(`\n${failure}`);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
