import { defineConfig } from '@playwright/test';
import journeys from '../../../playwright.config.ts';

/** The journeys' browser for one long day: nothing but a thing on the screen is timed. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'chaos-day.ts',
  outputDir: '../../../test-results/chaos',
  // Its one server makes its own database, on the disk.
  globalSetup: [],
  workers: 1,
  timeout: 0,
  expect: { timeout: 20_000 },
  reporter: [['line']],
});
