import { defineConfig } from '@playwright/test';
import endToEnd from '../../../playwright.config.ts';

// The end-to-end projects select files by name; the scenario is the only one here.
const { projects: _projects, ...shared } = endToEnd;

/** Configures the browser chaos test: as the end-to-end tests, without a limit for the whole run. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: 'scenario.ts',
  outputDir: '../../../test-results/chaos',
  // The scenario's server creates its own database on disk.
  globalSetup: [],
  workers: 1,
  timeout: 0,
  expect: { timeout: 20_000 },
  reporter: [['line']],
});
