import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { letFirefoxFill, signIn } from '../../support/browser.ts';
import { demoUser } from '../../support/running-server.ts';
import { watchPolicy } from '../../support/security-policy.ts';
import { DEMO_ORIGIN } from '../global-setup.ts';
import { goWithin } from '../page-actions.ts';

/** Disables the service worker, which other tests cover. */
const still = { hasTouch: true, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...still, ...options });
  await watchPolicy(context);
  await letFirefoxFill(context);
  return context.newPage();
}

function origin(): string {
  const started = process.env[DEMO_ORIGIN];
  if (started === undefined) throw new Error('The demo was not started before the tests.');
  return started;
}

type StoredSession = Awaited<ReturnType<BrowserContext['storageState']>>;
/** The session of this worker's tests, signed in once. */
let session: Promise<StoredSession> | undefined;

async function signedIn(browser: Browser): Promise<StoredSession> {
  const page = await open(browser, {});
  await signIn(page, origin(), demoUser);
  const stored = await page.context().storageState();
  await page.context().close();
  return stored;
}

/** The demo branch, which all tests share and none changes. A worker's fixture would start workers of its own. */
export const demo = {
  urlOf: (path: string) => `${origin()}${path}`,
  page: async (browser: Browser) => {
    session ??= signedIn(browser);
    return open(browser, { storageState: await session });
  },
  signedOutPage: (browser: Browser) => open(browser, {}),
};

/** Navigates within the app without a reload, or loads it into an empty page. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  if ((await page.locator('h1').count()) === 0) await page.goto(demo.urlOf(path));
  else await goWithin(page, path);
}
