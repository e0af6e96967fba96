import { withDebianPostgresql } from './debian-postgresql.ts';
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
 * Does not repeat on another database: tests of the embedded one, of HTTP, permissions and accounts, of backups' schedule and files, and
 * long histories whose every statement another test runs there as well. Nor every step of an upgrade: all tests' database is migrated
 * there, and one of an older version.
 */
const onAnyDatabase = ['tests/server/api', 'tests/server/backup', 'tests/server/upgrade'];
const onOneDatabase = [
  'automatic',
  'app-session',
  'branch-scope',
  'demo-branch',
  'every-step',
  'figures',
  'first-run',
  'handover',
  'hostile*',
  'merges',
  'metrics',
  'password-reset*',
  'permissions-matrix',
  'profile',
  'request-limit',
  'restore-over',
  'restore-refused',
  'roles',
  'schedule',
  'sessions',
  'sign-in*',
  'users',
];
const inBrowser: Task['prepare'] = async (work) => {
  prepareChromium();
  return work({});
};

const tasks = {
  types: { commands: [['typescript7/bin/tsc', '-b']] },
  lint: { commands: [['@biomejs/biome/bin/biome', 'check', '.']] },
  architecture: { commands: [vitest('architecture')], report: 'vitest' },
  'contract, server, app': {
    commands: [vitest('contract', 'server', 'two-servers', 'app')],
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
    commands: [
      [...vitest('server'), ...onAnyDatabase, ...onOneDatabase.map((name) => `--exclude=**/${name}.test.ts`)],
    ],
    report: 'vitest',
    prepare: (work) => withDebianPostgresql((address) => work({ TEST_DATABASE_URL: address })),
  },
  'crash test': {
    commands: [['tsx/dist/cli.mjs', 'tests/crash/run.ts', ...kills]],
    dependsOn: 'build',
  },
  chaos: {
    commands: [['tsx/dist/cli.mjs', 'tests/chaos/run.ts', ...chaos]],
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
  ['types', 'lint', 'architecture', 'build'],
  ['contract, server, app'],
  // The crash test and the chaos test mostly wait: for restarts, and for one device after another.
  ["server on Debian's PostgreSQL", 'crash test', 'chaos', 'bundle budget'],
  ['end-to-end'],
];

const print = (text: string) => process.stdout.write(`${text}\n`);
const { passed, failed } = await runPhases<keyof typeof tasks>(tasks, phases, print);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
