import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Options of all projects. Time-outs detect hangs only: a loaded machine is slow, not wrong. */
const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['tests/support/wait-limit.ts'],
  // Gives new objects more room: collecting them takes a ninth of the CPU time otherwise.
  execArgv: ['--max-semi-space-size=64'],
};

const serverSetup = [
  ...shared.setupFiles,
  'tests/support/quick-passwords.ts',
  'tests/support/built-sheet-process.ts',
];

/** Configures a project per environment: pure code, architecture, a real database, jsdom. */
export default defineConfig({
  test: {
    // Uses all cores and one worker more, since some files wait for processes that they start.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...shared,
          name: 'contract',
          environment: 'node',
          isolate: false,
          include: ['tests/{contract,support,chaos}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'architecture',
          isolate: false,
          environment: 'node',
          include: ['tests/{architecture,build}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          isolate: false,
          setupFiles: [...serverSetup, 'tests/server/clean-up.ts'],
          include: [
            'tests/{server,crash}/**/*.test.ts',
            // On the embedded database the concurrency tests run with two servers, the harder case.
            ...(process.env.TEST_DATABASE_URL ? [] : ['!tests/server/api/concurrency*.test.ts']),
            '!tests/server/api/hostile*.test.ts',
            '!tests/**/*-long.test.ts',
          ],
          globalSetup: ['tests/support/database-cluster.ts'],
          provide: { serverProcesses: 0 },
        },
      },
      {
        // Repeats the concurrency tests with two server processes on one database.
        test: {
          ...shared,
          name: 'two-servers',
          environment: 'node',
          isolate: false,
          setupFiles: serverSetup,
          include: ['tests/server/api/concurrency*.test.ts'],
          globalSetup: ['tests/support/database-cluster.ts'],
          provide: { serverProcesses: 2 },
        },
      },
      {
        // Hostile requests go to the built server, over the network, since they are about what strangers reach.
        test: {
          ...shared,
          name: 'built-server',
          environment: 'node',
          isolate: false,
          include: ['tests/server/api/hostile*.test.ts'],
          globalSetup: ['tests/support/database-cluster.ts'],
          provide: { serverProcesses: 1 },
        },
      },
      {
        // Server tests for "npm run test:all": they start clusters, images or many processes.
        test: {
          ...shared,
          name: 'long',
          environment: 'node',
          isolate: false,
          setupFiles: [...serverSetup, 'tests/server/clean-up.ts'],
          include: ['tests/server/**/*-long.test.ts'],
          globalSetup: ['tests/support/database-cluster.ts'],
          provide: { serverProcesses: 0 },
        },
      },
      {
        // WebKit and Firefox with the built app: run "npm run test:engines".
        test: {
          ...shared,
          name: 'engines',
          environment: 'node',
          include: ['tests/engines/**/*.test.ts'],
          exclude: ['tests/engines/smoke-*.test.ts'],
        },
      },
      {
        // Their part in "npm test".
        test: {
          ...shared,
          name: 'engines-smoke',
          environment: 'node',
          // A browser that starts three times beside three other suites needs minutes on a loaded machine.
          testTimeout: 600_000,
          include: ['tests/engines/smoke-*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'app',
          environment: 'jsdom',
          include: ['tests/app/**/*.test.{ts,tsx}'],
          // Each file has its own copy of the app's modules: see tests/support/isolate-app-modules.ts.
          isolate: false,
          setupFiles: [
            ...shared.setupFiles,
            'tests/support/isolate-app-modules.ts',
            'tests/support/jsdom-setup.ts',
          ],
        },
      },
    ],
  },
});
