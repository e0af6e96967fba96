import type { PlaywrightTestConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Configures the journeys of `npm test`, which need no demo: filling one takes as long as two journeys. */
const gate: PlaywrightTestConfig = {
  ...config,
  retries: 0,
  projects: config.projects?.filter(({ name }) => name === 'gate'),
  globalSetup: './tests/e2e/prepare-server.ts',
};
export default gate;
