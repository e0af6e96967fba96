import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';

/** JavaScript that a fresh browser fetched until a screen could be used, in bytes as they came over the wire. */
export interface JavaScriptSizes {
  readonly signIn: number;
  /** From nothing to a list, signed in already. */
  readonly firstList: number;
  /** What a form fetches beyond its list. */
  readonly form: number;
}

/** Opens the screens in a browser that has seen nothing yet; no service worker fetches ahead. */
export async function javaScriptSizes(origin: string): Promise<JavaScriptSizes> {
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const visitor = await freshPage(browser);
    await visitor.page.goto(`${origin}/auth`);
    await visitor.page.getByRole('button', { name: 'Login' }).waitFor();
    const toSignIn = await visitor.fetched();
    await signIn(visitor.page, origin);

    const storageState = await visitor.page.context().storageState();
    const staff = await freshPage(browser, { storageState });
    await staff.page.goto(`${origin}/courses/adult`);
    const add = staff.page.getByRole('link', { name: 'Create Course' }).first();
    await add.waitFor();
    await staff.page.getByRole('heading', { level: 1 }).waitFor();
    const toList = await staff.fetched();
    await add.click();
    await staff.page.getByLabel('Paid Amount').waitFor();
    return { signIn: toSignIn, firstList: toList, form: (await staff.fetched()) - toList };
  } finally {
    await browser.close();
  }
}

interface FreshPage {
  readonly page: Page;
  /** Bytes of JavaScript until now. */
  readonly fetched: () => Promise<number>;
}

async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<FreshPage> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return { page, fetched: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
}
