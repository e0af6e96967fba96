import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/find-chromium.ts';

/** Journeys: a real Chromium, the built app, the real server and a real database of its own for each file. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
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
  use: {
    launchOptions: { executablePath: findChromium() },
    serviceWorkers: 'allow',
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Africa/Cairo',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A trace takes a third of the time: "--trace on" for a journey that has failed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
