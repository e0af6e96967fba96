import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/find-chromium.ts';

/** The files that take longest in one piece: they start first, so that none of them runs alone at the end. */
const longest = ['updates', 'one-payment', 'any-host', 'several-people', 'needs-you', 'warm-up'].map(
  (name) => `**/${name}.journey.ts`,
);

/** Journeys: a real Chromium, the built app, the real server and a real database of its own for each file. */
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/before-all.ts',
  outputDir: 'test-results/journeys',
  // They wait for the network more than they reckon.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // A loaded machine is slow, not wrong: time-outs are there for hangs alone.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  // Playwright takes the projects in this order.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.journey.ts', testIgnore: longest },
  ],
  use: {
    // Debian's chromium rasterizes on a GPU by default; without one, that is emulated on the processor.
    launchOptions: { executablePath: findChromium(), args: ['--disable-gpu'] },
    serviceWorkers: 'allow',
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Africa/Cairo',
    // Nothing fades or slides: each frame of that is drawn by the processor. tests/journeys/focus.journey.ts has motion.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A trace takes a third of the time: "--trace on" for a journey that has failed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
