import { type Browser, type BrowserContextOptions, test as journey, type Page } from '@playwright/test';
import { signIn } from '../../support/browser.ts';
import { demoUser } from '../../support/running-server.ts';
import { watchPolicy } from '../../support/security-policy.ts';
import { DEMO_ORIGIN } from '../global-setup.ts';

/** The demo's branch, which nothing here changes: one for all tests. */
export interface DemoFixture {
  /** The whole address of a path of the app. */
  readonly at: (path: string) => string;
  /** A browser at rest (nothing moves), signed in to the demo. */
  readonly page: (browser: Browser) => Promise<Page>;
  /** The same, with nobody signed in. */
  readonly strangersPage: (browser: Browser) => Promise<Page>;
}

/** Without a service worker, which shows nothing and whose coming is what other journeys are about. */
const still = { hasTouch: true, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...still, ...options });
  await watchPolicy(context);
  return context.newPage();
}

/** Journeys at the demo's desk. */
export const test = journey.extend<object, { desk: DemoFixture }>({
  desk: [
    async ({ browser }, use) => {
      const origin = process.env[DEMO_ORIGIN];
      if (origin === undefined) throw new Error('The demo was not started before the journeys.');
      const page = await open(browser, {});
      await signIn(page, origin, demoUser);
      const storageState = await page.context().storageState();
      await page.context().close();
      await use({
        at: (path) => `${origin}${path}`,
        page: (its) => open(its, { storageState }),
        strangersPage: (its) => open(its, {}),
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
