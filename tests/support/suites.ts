import { mutants } from '../mutation/mutants.ts';
import { programMissing } from './debian-packages.ts';
import { postgresqlMissing, withDebianPostgresql } from './debian-postgresql.ts';
import { chromiumMissing } from './find-chromium.ts';
import { enginesMissing } from './find-engines.ts';
import type { Task } from './task-runner.ts';

type Command = [program: string, ...args: string[]];
const tsx = (...args: string[]): Command => ['tsx/dist/cli.mjs', ...args];
const vitest = (project: string, ...more: string[]): Command => [
  'vitest/vitest.mjs',
  'run',
  ...project.split(' ').flatMap((name) => ['--project', name]),
  ...more,
];
const playwright = (...args: string[]): Command => ['@playwright/test/cli.js', 'test', ...args];

/**
 * Suites of `npm test`, which every change must pass, in the order in which they start. Three run at a time, so that no processor is idle
 * while a suite waits for a restart, a browser or its last file.
 */
export const gate = {
  // A fresh machine installs browsers in the meantime, mostly waiting for the network.
  browsers: { commands: [tsx('tests/support/prepare-machine.ts')] },
  build: {
    commands: [
      ['vite/bin/vite.js', 'build'],
      ['vite/bin/vite.js', 'build', '--ssr'],
    ],
  },
  // Uses one thread: each of several checks the types of libraries again, for twice the processor time.
  types: { commands: [['typescript7/bin/tsc', '-b', '--singleThreaded']] },
  'contract, server, app': {
    commands: [vitest('contract server two-servers app')],
    report: 'vitest',
    dependsOn: ['build'],
  },
  // Its browsers draw with the processor: not beside those of the main journeys.
  'engines, smoke': {
    commands: [vitest('engines-smoke')],
    report: 'vitest',
    dependsOn: ['browsers', 'build'],
    missing: enginesMissing,
  },
  lint: { commands: [['@biomejs/biome/bin/biome', 'check', '.']] },
  // "npm run test:crash" kills 120 times.
  'crash, short': {
    commands: [tsx('tests/crash/run.ts', '--server', '3', '--database', '1')],
    dependsOn: ['build'],
  },
  // "npm run test:chaos" runs ten thousand operations with a new seed.
  'chaos, short': {
    commands: [tsx('tests/chaos/run.ts', '--seed', '2026', '--operations', '120')],
    dependsOn: ['build'],
  },
  architecture: { commands: [vitest('architecture')], report: 'vitest' },
  'main journeys': {
    commands: [playwright('--config', 'playwright.gate.config.ts')],
    report: 'playwright',
    dependsOn: ['browsers', 'build'],
    missing: chromiumMissing,
  },
  'bundle budget': {
    commands: [tsx('tests/bench/bundle-budget.ts')],
    dependsOn: ['browsers', 'build'],
    missing: chromiumMissing,
  },
} satisfies Record<string, Task>;

const needsRoot = (why: string) => () => (process.getuid?.() === 0 ? undefined : `${why} That takes root.`);

/** A suite that `npm test` leaves to `npm run test:all` and to changes that touch what it covers. */
export interface FurtherSuite extends Task {
  /** Whether its command takes the touched paths as arguments, and then does only what they want. */
  readonly takesTouched?: boolean;
  /** Beginnings of the paths of the project whose change wants this suite. */
  readonly touchedBy: readonly string[];
  readonly minutes: number;
}

/**
 * Server tests that run a second time, on Debian's PostgreSQL: the older one, whose user is no superuser. They are about locks, broken
 * connections, search, constraints, the schema and whole backups. All others run on the embedded one alone.
 */
const onBothDatabases = [
  ...['concurrency', 'database', 'search', 'short-searches', 'resources'].map(
    (name) => `tests/server/api/${name}`,
  ),
  ...['backup-long', 'restore-over'].map((name) => `tests/server/backup/${name}`),
  'tests/server/schema',
];

/** In the order in which a change wants them when time is short. */
export const further: Readonly<Record<string, FurtherSuite>> = {
  'all journeys': {
    commands: [playwright('--project', 'longest', '--project', 'rest')],
    report: 'playwright',
    dependsOn: ['browsers', 'build'],
    missing: chromiumMissing,
    touchedBy: ['src/', 'tests/e2e/', 'public/', 'index.html', 'vite.config.ts', 'playwright.config.ts'],
    minutes: 18,
  },
  'long server tests': {
    commands: [vitest('long')],
    report: 'vitest',
    dependsOn: ['build'],
    touchedBy: ['src/server/', 'tests/server/', 'deploy/'],
    minutes: 6,
  },
  'hostile requests': {
    commands: [vitest('built-server')],
    report: 'vitest',
    dependsOn: ['build'],
    touchedBy: ['src/server/', 'src/contract/', 'tests/server/api/'],
    minutes: 2,
  },
  "server on Debian's PostgreSQL": {
    commands: [vitest('server long', ...onBothDatabases)],
    report: 'vitest',
    missing: postgresqlMissing,
    prepare: (work) => withDebianPostgresql((address) => work({ TEST_DATABASE_URL: address })),
    touchedBy: ['src/server/db/', 'src/server/records/', 'src/server/backups/', ...onBothDatabases],
    minutes: 4,
  },
  engines: {
    commands: [vitest('engines')],
    report: 'vitest',
    dependsOn: ['browsers', 'build'],
    missing: enginesMissing,
    touchedBy: [
      'src/app/outbox/',
      'src/app/background/',
      'src/app/cache/',
      'src/app/api/',
      'tests/engines/',
      'vite.config.ts',
    ],
    minutes: 5,
  },
  mutants: {
    commands: [tsx('tests/mutation/run.ts')],
    takesTouched: true,
    touchedBy: mutants.flatMap(({ file, replacements }) => [file, ...replacements.map(([path]) => path)]),
    minutes: 25,
  },
  chaos: {
    commands: [tsx('tests/chaos/run.ts')],
    dependsOn: ['build'],
    touchedBy: ['src/app/outbox/', 'src/app/reads/', 'src/app/calls/', 'src/app/kept-input/', 'tests/chaos/'],
    minutes: 10,
  },
  crash: {
    commands: [tsx('tests/crash/run.ts')],
    dependsOn: ['build'],
    touchedBy: ['src/server/db/', 'src/server/idempotency/', 'src/server/platform/', 'tests/crash/'],
    minutes: 10,
  },
  ...Object.fromEntries(
    (['webkit', 'firefox'] as const).map((engine) => [
      `chaos in ${engine}`,
      {
        commands: [tsx('tests/engines/chaos.ts', '--engine', engine, '--operations', '100')],
        dependsOn: ['browsers', 'build'],
        missing: enginesMissing,
        touchedBy: ['src/app/outbox/', 'src/app/background/', 'tests/engines/'],
        minutes: 5,
      },
    ]),
  ),
  spreadsheets: {
    commands: [tsx('tests/spreadsheets/run.ts')],
    missing: () => programMissing('/usr/bin/soffice', 'libreoffice-calc-nogui'),
    touchedBy: ['src/server/exports/', 'src/server/platform/spreadsheets/', 'tests/spreadsheets/'],
    minutes: 3,
  },
  failover: {
    commands: [tsx('tests/crash/run.ts', 'failover', '--failovers', '1')],
    dependsOn: ['build'],
    missing: needsRoot('It starts a cluster of Patroni.'),
    touchedBy: ['src/server/db/', 'deploy/failover/', 'tests/crash/'],
    minutes: 5,
  },
  'full disk': {
    commands: [tsx('tests/crash/run.ts', 'disk', '--disks', '1')],
    dependsOn: ['build'],
    missing: needsRoot('It mounts a small disk.'),
    touchedBy: ['src/server/db/', 'src/server/backups/', 'tests/crash/'],
    minutes: 5,
  },
  'rules of Prometheus': {
    commands: [tsx('tests/monitoring/run.ts')],
    missing: () => programMissing('/usr/bin/promtool', 'prometheus'),
    touchedBy: ['deploy/monitoring/', 'tests/monitoring/', 'src/server/http/metrics.ts'],
    minutes: 1,
  },
  image: {
    commands: [tsx('tests/image/run.ts')],
    missing: needsRoot('It mounts, and starts containers by chroot.'),
    touchedBy: ['Dockerfile', '.dockerignore', 'deploy/', 'tests/image/', 'docs/run-it-for-your-school.md'],
    minutes: 15,
  },
  'benches of the desk': {
    commands: [tsx('tests/bench/run.ts', 'desk')],
    dependsOn: ['browsers', 'build'],
    missing: chromiumMissing,
    touchedBy: [],
    minutes: 10,
  },
};
