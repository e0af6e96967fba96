import { type Browser, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { signIn } from '../../support/browser.ts';
import { demoUser } from '../../support/running-server.ts';
import { watchPolicy } from '../../support/security-policy.ts';
import { DEMO_ORIGIN } from '../global-setup.ts';

/** Gives access to the demo branch, which all tests share and none changes. */
export interface DemoFixture {
  /** Returns the URL of a path of the app. */
  readonly urlOf: (path: string) => string;
  /** A page signed in to the demo, without motion. */
  readonly page: (browser: Browser) => Promise<Page>;
  /** A page without a session, without motion. */
  readonly signedOutPage: (browser: Browser) => Promise<Page>;
}

/** Disables the service worker, which other tests cover. */
const still = { hasTouch: true, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...still, ...options });
  await watchPolicy(context);
  return context.newPage();
}

/** Extends the tests with the demo fixture. */
export const test = base.extend<object, { demo: DemoFixture }>({
  demo: [
    async ({ browser }, use) => {
      const origin = process.env[DEMO_ORIGIN];
      if (origin === undefined) throw new Error('The demo was not started before the tests.');
      const page = await open(browser, {});
      await signIn(page, origin, demoUser);
      const storageState = await page.context().storageState();
      await page.context().close();
      await use({
        urlOf: (path) => `${origin}${path}`,
        page: (browser) => open(browser, { storageState }),
        signedOutPage: (browser) => open(browser, {}),
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
