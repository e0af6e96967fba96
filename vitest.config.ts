import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A loaded machine is slow, not wrong: time-outs are there for hangs alone. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Each room in its own surroundings: pure code, the walls, a real database, a browser's look-alike. */
export default defineConfig({
  test: {
    // Files are independent of each other; left to itself the runner keeps one core free and takes twice as long.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...patient,
          name: 'contract',
          environment: 'node',
          isolate: false,
          include: ['tests/{contract,support,chaos}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'architecture',
          environment: 'node',
          include: ['tests/architecture/**/*.test.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'server',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/reset-modules.ts'],
          include: ['tests/{server,crash}/**/*.test.ts'],
          globalSetup: ['tests/support/database-cluster.ts'],
          provide: { serverProcesses: 0 },
        },
      },
      {
        // What must hold when many write at once, again with two server processes on the one database.
        test: {
          ...patient,
          name: 'two-servers',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/reset-modules.ts'],
          include: ['tests/server/api/concurrency*.test.ts'],
          globalSetup: ['tests/support/database-cluster.ts'],
          provide: { serverProcesses: 2 },
        },
      },
      {
        plugins: [react()],
        test: {
          ...patient,
          name: 'app',
          environment: 'jsdom',
          include: ['tests/app/**/*.test.{ts,tsx}'],
          // Own copies of the app in one page: tests/support/isolate-app-modules.ts says how they are kept apart.
          isolate: false,
          setupFiles: ['tests/support/isolate-app-modules.ts', 'tests/support/jsdom-setup.ts'],
        },
      },
    ],
  },
});
