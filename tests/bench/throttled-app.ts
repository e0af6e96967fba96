import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { installed, screens, signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';

/** How much slower than this machine the tablet is whose times are told. */
export const CPU_SLOWDOWN = 4;

/** A browser in which one person has signed in to the real app, which is installed and can start without a network. */
export async function withThrottledApp<T>(
  origin: string,
  work: (context: BrowserContext, page: Page) => Promise<T>,
): Promise<T> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const context = await browser.newContext({ viewport: screens.tablet, hasTouch: true });
    // What is evaluated in the page was compiled for here, where functions are given their names by this.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    const page = await context.newPage();
    await signIn(page, origin);
    await installed(page);
    return await work(context, page);
  } finally {
    await browser.close();
  }
}

/** Another page of it, on a processor four times slower. */
export async function throttledPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Bytes of JavaScript values in use, after all that can go has gone. */
export async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
