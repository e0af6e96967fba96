import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { installed, screens, signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';

const CPU_SLOWDOWN = 4;

/** Opens a browser with the installed app, signed in and able to start offline. */
export async function withThrottledApp<T>(
  origin: string,
  work: (context: BrowserContext, page: Page) => Promise<T>,
): Promise<T> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const context = await browser.newContext({
      viewport: screens.tablet,
      hasTouch: true,
      timezoneId: 'Africa/Cairo',
    });
    // tsx compiles evaluated functions to call this helper, which the page lacks.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    // A stream would keep the network busy for ever, and "networkidle" waits for its end.
    await context.route(`**/api${paths.events}*`, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '3600' }, json: { detail: 'Not now.' } }),
    );
    const page = await context.newPage();
    await signIn(page, origin);
    await installed(page);
    return await work(context, page);
  } finally {
    await browser.close();
  }
}

export async function throttledPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}
