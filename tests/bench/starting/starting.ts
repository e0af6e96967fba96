import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import type { Language } from '#contract/messages.ts';
import { signedInTokens } from '../../support/api.ts';
import { serveAppFiles } from '../../support/app-files.ts';
import { installed, screens } from '../../support/browser.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { findChromium } from '../../support/find-chromium.ts';
import { projectRoot } from '../../support/project-root.ts';
import { type Line, ms, timing } from '../measure.ts';
import { throttledPage, withThrottledApp } from '../throttled-app.ts';

/** Builds the bare page as the app is built: one file of code, precached by a service worker. */
const barePageConfig = (outDir: string): InlineConfig => ({
  configFile: false,
  root: join(projectRoot, 'tests/bench/starting/bare'),
  logLevel: 'error',
  publicDir: false,
  plugins: [
    react(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{html,js}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api(\/|$)/],
        clientsClaim: true,
      },
    }),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
});

const ROUNDS = 9;
const BAR = 1.6;
/** The highest accepted ratio of a start in Arabic against one in English. */
const ARABIC_BAR = 1.05;
const ROW = 'main tbody tr td:nth-child(2)';

/** Returns the time from the navigation to painted rows with text, in milliseconds. The device has chosen the language. */
async function timeToRows(
  context: BrowserContext,
  address: string,
  language: Language = 'en',
): Promise<number> {
  const page = await throttledPage(context);
  await page.addInitScript((chosen) => localStorage.setItem('branch-desk.language', chosen), language);
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)?.textContent) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('rows'));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, ROW);
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0);
  const rows = await page.evaluate(() => performance.getEntriesByName('rows')[0]?.startTime ?? Number.NaN);
  await page.close();
  return rows;
}

/** Compares two starts round by round, by the median of the ratios. */
function comparison(what: string, ourTimes: readonly number[], peer: readonly number[], bar?: number): Line {
  const ratios = ourTimes.map((time, round) => time / (peer[round] ?? Number.NaN)).sort((a, b) => a - b);
  return {
    what,
    ours: ms(timing(ourTimes).median),
    peer: ms(timing(peer).median),
    ratio: ratios[Math.floor(ratios.length / 2)] ?? Number.NaN,
    ...(bar !== undefined && { bar }),
    note: `rounds ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  };
}

/** Runs the work with an installed bare page, in front of a server's API, whose first rows were read once. */
async function withBarePage<T>(
  origin: string,
  work: (context: BrowserContext, origin: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'branch-desk-bare-page-'));
  await build(barePageConfig(folder));
  const files = await serveAppFiles(folder);
  const proxy = await startFaultProxy(origin);
  proxy.deploy(files.origin);
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const { access } = await signedInTokens(origin);
    const context = await browser.newContext({
      viewport: screens.tablet,
      hasTouch: true,
      timezoneId: 'Africa/Cairo',
    });
    // tsx compiles evaluated functions to call this helper, which the page lacks.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    await context.addInitScript((token) => localStorage.setItem('bare-page.access', token), access);
    const page = await context.newPage();
    await page.goto(`${proxy.origin}/students`);
    await page.locator(ROW).first().waitFor();
    await installed(page);
    await page.close();
    return await work(context, proxy.origin);
  } finally {
    await browser.close();
    await proxy.close();
    await files.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the start to the rows of a list on a CPU four times slower, against the bare page, round by round. */
export async function starting(origin: string): Promise<Line[]> {
  const proxy = await startFaultProxy(origin);
  try {
    return await withThrottledApp(proxy.origin, async (ours, first) => {
      await first.goto(`${proxy.origin}/students`);
      await first.locator(ROW).first().waitFor();
      await first.waitForLoadState('networkidle');
      await first.close();
      return withBarePage(origin, async (bare, bareOrigin) => {
        const lines: Line[] = [];
        for (const offline of [false, true]) {
          await Promise.all([ours.setOffline(offline), bare.setOffline(offline)]);
          const english: number[] = [];
          const arabic: number[] = [];
          const peer: number[] = [];
          for (let round = 0; round < ROUNDS; round++) {
            english.push(await timeToRows(ours, `${proxy.origin}/students`));
            arabic.push(await timeToRows(ours, `${proxy.origin}/students`, 'ar'));
            peer.push(await timeToRows(bare, `${bareOrigin}/students`));
          }
          const start = `start to rows, ${offline ? 'offline' : 'online'}`;
          lines.push(
            comparison(`${start}, against a bare page of the same packages`, english, peer, BAR),
            comparison(`${start}, in Arabic, against a bare page`, arabic, peer, BAR),
            comparison(`${start}, in Arabic against English`, arabic, english, ARABIC_BAR),
          );
        }
        return lines;
      });
    });
  } finally {
    await proxy.close();
  }
}
