import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './tests/support/find-chromium.ts';
import { enginePrograms } from './tests/support/find-engines.ts';

const timezoneId = 'Africa/Cairo';
// Tests work out days as the browser does: in UTC they are wrong for two or three hours after midnight.
process.env.TZ = timezoneId;

/** Lists the slowest files. They start first, so that none of them runs alone at the end. */
const longest = [
  'arabic-words',
  'storage-faults',
  'updates',
  'live-updates',
  'multi-user',
  'two-desks',
  'minimal-server',
  'one-payment',
  'take-payment',
  'users',
].map((name) => `**/${name}.e2e.ts`);

const inFirefox = {
  browserName: 'firefox',
  // WebDriver BiDi, which Debian's Firefox speaks.
  channel: 'moz-firefox',
  launchOptions: { executablePath: enginePrograms.firefox },
  hasTouch: false,
} as const;

const inChromium = {
  // Debian's Chromium rasterizes on a GPU by default, which is slow to emulate on the CPU.
  launchOptions: { executablePath: findHeadlessChromium(), args: ['--disable-gpu'] },
  hasTouch: true,
};

/** Configures the end-to-end tests: a real browser, the built app, and a branch or a server for each file. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  // Three workers on two processors: the tests mostly wait for the network.
  workers: 3,
  // A failed test is repeated twice and then listed as flaky: a fault to mend, not a reason to hide all else.
  retries: 2,
  forbidOnly: true,
  // Time-outs detect hangs only: a loaded machine is slow, not wrong.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['./tests/e2e/page-at-failure.ts']],
  // Playwright takes the projects in this order.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.e2e.ts', testIgnore: longest },
  ],
  use: {
    ...(process.env.ENGINE === 'firefox' ? inFirefox : inChromium),
    // Installing the app takes 5 s of CPU time in each context. Tests that load pages offline or update the app allow it.
    serviceWorkers: 'block',
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    timezoneId,
    // Disables motion: the CPU draws every frame. tests/e2e/focus.e2e.ts enables it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Tracing takes a third of the time; use "--trace on" for a failed test.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
