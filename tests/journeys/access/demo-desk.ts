import { type Browser, type BrowserContextOptions, type Page, test } from '@playwright/test';
import { signIn } from '../../support/browser.ts';
import { demoUser, type RunningServer, startDemo } from '../../support/running-server.ts';
import { watchPolicy } from '../../support/security-policy.ts';

/** The demo's branch for the tests of one file. */
export interface DemoDesk {
  /** The whole address of a path of the app. */
  readonly at: (path: string) => string;
  /** A browser at rest (nothing moves), signed in to the demo. */
  readonly page: (browser: Browser) => Promise<Page>;
  /** The same, with nobody signed in. */
  readonly strangersPage: (browser: Browser) => Promise<Page>;
}

const still = { hasTouch: true, reducedMotion: 'reduce' } as const;

/** Starts the demo before the tests of this file and ends it after them. */
export function demoDesk(): DemoDesk {
  let server: RunningServer | undefined;
  let storageState: BrowserContextOptions['storageState'];

  test.beforeAll(async ({ browser }) => {
    server = await startDemo({ ACCESS_TOKEN_SECONDS: '3600' });
    const page = await browser.newPage();
    await signIn(page, server.origin, demoUser);
    storageState = await page.context().storageState();
    await page.context().close();
  });
  test.afterAll(() => server?.remove());

  const open = async (browser: Browser, options: BrowserContextOptions) => {
    const context = await browser.newContext({ ...still, ...options });
    await watchPolicy(context);
    return context.newPage();
  };
  return {
    at: (path) => `${server?.origin}${path}`,
    page: (browser) => open(browser, { storageState }),
    strangersPage: (browser) => open(browser, {}),
  };
}
