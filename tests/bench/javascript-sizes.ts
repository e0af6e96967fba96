import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';

/** Holds the JavaScript that a fresh browser loaded before a screen was usable, in transferred bytes. */
export interface JavaScriptSizes {
  readonly signIn: number;
  /** Cold load of a list with a row, signed in. */
  readonly firstList: number;
  /** Additional bytes of a form after its list. */
  readonly form: number;
}

/** Selects the element that shows that a screen is usable. */
const usable = {
  signIn: 'form button[type=submit]',
  list: 'main tbody a[aria-label^="Edit"]',
  form: 'main form [name="paid_amount"]',
} as const;

type Screen = keyof typeof usable;

/** Number of fresh browsers that open the list and the form. */
const ROUNDS = 3;

/**
 * Measures the screens in browsers with empty caches; the service worker is blocked, so that it prefetches nothing.
 * Takes the lowest of several rounds: files that load beside a screen sometimes arrive before it.
 */
export async function javaScriptSizes(origin: string): Promise<JavaScriptSizes> {
  await oneEnrolment(origin);
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const visitor = await freshPage(browser);
    await visitor.goto(`${origin}/auth`);
    const toSignIn = await fetchedFor(visitor, 'signIn');
    await signIn(visitor, origin);

    const storageState = await visitor.context().storageState();
    const toList: number[] = [];
    const toForm: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const staff = await freshPage(browser, { storageState });
      await staff.goto(`${origin}/courses/adult`);
      toList.push(await fetchedFor(staff, 'list'));
      await staff.getByRole('link', { name: 'Create Course' }).first().click();
      toForm.push(await fetchedFor(staff, 'form'));
      await staff.context().close();
    }
    const firstList = Math.min(...toList);
    return { signIn: toSignIn, firstList, form: Math.min(...toForm) - firstList };
  } finally {
    await browser.close();
  }
}

async function oneEnrolment(origin: string): Promise<void> {
  const api = await signedInApi(origin);
  const { id } = await api.post('/students/', { name: 'Mona Adel' });
  await api.post('/adult-course/', {
    student: id,
    receipt_number: '1041',
    level: '3',
    period: '3',
    transportation_type: 'parent',
    price: '3000',
    paid_amount: '1000',
  });
}

async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((selectors) => {
    // What waits for an idle page, or for a second or more, is not needed for a screen. On a slow machine it would be counted.
    Object.defineProperty(window, 'requestIdleCallback', { value: Date.now });
    const start = window.setTimeout;
    Object.defineProperty(window, 'setTimeout', {
      value(run: TimerHandler, delay = 0, ...rest: unknown[]) {
        return delay < 1_000 ? start(run, delay, ...rest) : 0;
      },
      writable: true,
    });
    // Prefetching may start as soon as a screen is usable and must not be counted: the time is taken inside the page,
    // in the call that inserts the screen.
    for (const method of ['appendChild', 'insertBefore'] as const) {
      const original: (...nodes: never[]) => unknown = Node.prototype[method];
      Object.defineProperty(Node.prototype, method, {
        value(this: Node, ...nodes: never[]) {
          const result = original.apply(this, nodes);
          if (!this.isConnected) return result;
          for (const [name, selector] of Object.entries(selectors)) {
            const noted = performance.getEntriesByName(name).length > 0;
            if (!noted && document.querySelector(selector)) performance.mark(name);
          }
          return result;
        },
      });
    }
  }, usable);
  return page;
}

/**
 * Returns the bytes of scripts that were loaded before the screen was shown.
 * @throws {Error} if there were none, which means a measurement error
 */
async function fetchedFor(page: Page, screen: Screen): Promise<number> {
  await page.locator(usable[screen]).first().waitFor();
  const bytes = await page.evaluate((name) => {
    const [stood] = performance.getEntriesByName(name);
    return performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name: url, responseEnd }) => url.endsWith('.js') && stood && responseEnd <= stood.startTime)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  }, screen);
  if (bytes === 0) throw new Error(`No JavaScript was loaded before ${screen}.`);
  return bytes;
}
