import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { Language } from '#contract/messages.ts';
import { prepareEnrolment } from '../e2e/prepared-enrolment.ts';
import { signedInApi } from '../support/api.ts';
import { signInOnScreen } from '../support/browser.ts';
import { findHeadlessChromium } from '../support/find-chromium.ts';

/** Holds the JavaScript that a fresh browser loaded before a screen was usable, in transferred bytes. */
export interface JavaScriptSizes {
  readonly signIn: number;
  /** Cold load of a list with a row, signed in. */
  readonly firstList: number;
  /** Additional bytes of a form after its list. */
  readonly form: number;
}

const usable = {
  signIn: 'form button[type=submit]',
  list: 'main tbody a[href*="/edit-"]',
  form: 'main form [name="paid_amount"]',
} as const;

type Screen = keyof typeof usable;

/** Number of fresh browsers that open the list and the form, in each language. */
const ROUNDS = 3;

/** The language of the browser, which a device without a choice takes (decision 57). */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-EG' };

type Files = ReadonlyMap<string, number>;

interface Rounds {
  readonly signIn: readonly Files[];
  readonly firstList: readonly Files[];
  readonly form: readonly Files[];
}

const sizeOf = (files: Files) => [...files.values()].reduce((sum, bytes) => sum + bytes, 0);

/** Returns the size of the round with the fewest bytes: files that load beside a screen sometimes arrive before it. */
const least = (rounds: readonly Files[]) => Math.min(...rounds.map(sizeOf));

/** Returns rounds without the files that another language loads in any of its own. */
function without(rounds: readonly Files[], others: readonly Files[]): readonly Files[] {
  const known = new Set(others.flatMap((files) => [...files.keys()]));
  return rounds.map((files) => new Map([...files].filter(([address]) => !known.has(address))));
}

/**
 * Measures the screens in browsers with empty caches; the service worker is blocked, so that it prefetches nothing.
 * @returns the sizes in English, and the files that Arabic adds
 * @throws {Error} if a page is not in the language of its browser
 */
export async function javaScriptSizes(
  origin: string,
): Promise<{ readonly english: JavaScriptSizes; readonly moreInArabic: JavaScriptSizes }> {
  const enrolment = { student: 'Mona Adel', receipt: '1041', price: '3000', paid: '1000' };
  await prepareEnrolment(await signedInApi(origin), enrolment);
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium(),
    args: ['--disable-gpu'],
  });
  try {
    const visitor = await freshPage(browser, { locale: locales.en });
    await signInOnScreen(visitor, origin);
    const session = { storageState: await visitor.context().storageState() };
    const measure = (language: Language) => roundsIn(browser, origin, language, session);
    const [en, ar] = [await measure('en'), await measure('ar')];
    const moreFor = (screen: keyof Rounds) => least(without(ar[screen], en[screen]));
    const firstList = least(en.firstList);
    return {
      english: { signIn: least(en.signIn), firstList, form: least(en.form) - firstList },
      moreInArabic: {
        signIn: moreFor('signIn'),
        firstList: moreFor('firstList'),
        form: moreFor('form') - moreFor('firstList'),
      },
    };
  } finally {
    await browser.close();
  }
}

async function roundsIn(
  browser: Browser,
  origin: string,
  language: Language,
  session: BrowserContextOptions,
): Promise<Rounds> {
  const locale = locales[language];
  const visitor = await freshPage(browser, { locale });
  await visitor.goto(`${origin}/auth`);
  const signIn = [await fetchedFor(visitor, 'signIn')];
  await visitor.context().close();
  const firstList: Files[] = [];
  const form: Files[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const staff = await freshPage(browser, { ...session, locale });
    await staff.goto(`${origin}/courses/adult`);
    firstList.push(await fetchedFor(staff, 'list'));
    if ((await staff.locator('html').getAttribute('lang')) !== language)
      throw new Error(`The page is not in ${locale}.`);
    await staff.locator('a[href="/courses/adult/add-course"]').first().click();
    form.push(await fetchedFor(staff, 'form'));
    await staff.context().close();
  }
  return { signIn, firstList, form };
}

async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  // What moves while a screen loads would be drawn by the CPU.
  const context = await browser.newContext({
    ...options,
    // A device in another zone says so.
    timezoneId: 'Africa/Cairo',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
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
 * Returns the scripts that were loaded before the screen was shown.
 * @throws {Error} if there were none, which means a measurement error
 */
async function fetchedFor(page: Page, screen: Screen): Promise<Files> {
  await page.locator(usable[screen]).first().waitFor();
  const files = await page.evaluate((name) => {
    const [stood] = performance.getEntriesByName(name);
    return performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name: url, responseEnd }) => url.endsWith('.js') && stood && responseEnd <= stood.startTime)
      .map(({ name: url, encodedBodySize }) => [url, encodedBodySize] as const);
  }, screen);
  if (files.length === 0) throw new Error(`No JavaScript was loaded before ${screen}.`);
  return new Map(files);
}
