import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import type { Tokens } from '#contract/account.ts';
import { findChromium } from '../support/find-chromium.ts';
import { projectRoot } from '../support/project-root.ts';
import { type Line, ms, timing } from './measure.ts';

const PLACE = '/bench-page/';

async function buildPage(): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(projectRoot, 'tests/bench/page/main.ts'),
        output: { codeSplitting: false },
      },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const [{ code }] = output;
  return code;
}

/** Opens the benchmark page on the server's origin in a fresh browser and closes it afterwards. */
export async function withBenchPage<T>(origin: string, work: (page: Page) => Promise<T>): Promise<T> {
  const script = await buildPage();
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const page = await browser.newPage();
    await page.route(`${origin}${PLACE}**`, (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({
            contentType: 'text/html',
            body: '<!doctype html><title>Bench</title><script type="module" src="main.js"></script>',
          }),
    );
    await page.goto(`${origin}${PLACE}`);
    await page.waitForFunction(() => 'bench' in window);
    // Routes delay every request of a page, so they are removed before timing.
    await page.unrouteAll();
    return await work(page);
  } finally {
    await browser.close();
  }
}

const ENTRIES = 500;
const ROUNDS = 3;

const against = (what: string, ours: number, peer: number, bar: number): Line => ({
  what,
  ours: ms(ours),
  peer: ms(peer),
  ratio: ours / peer,
  bar,
});

/** Measures sending entries to a real server against bare requests, and storing a payment while others wait. */
export async function replaying(page: Page, pair: Tokens): Promise<Line[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await page.evaluate((args) => window.bench.bareFetches(...args), [pair, ENTRIES] as const));
    ours.push(await page.evaluate((args) => window.bench.replayEntries(...args), [pair, ENTRIES] as const));
  }
  const whileWaiting = (rows: number) =>
    page.evaluate((args) => window.bench.storedWhile(...args), [pair, rows] as const);
  const [few, many, most] = [await whileWaiting(10), await whileWaiting(500), await whileWaiting(1_000)];
  const middle = (values: readonly number[]) => timing(values).median;
  return [
    against(`replay of ${ENTRIES} outbox entries against bare fetches`, middle(ours), middle(bare), 1.3),
    against('a payment stored while 500 others wait, against 10', many, few, 1.5),
    against('a payment stored while 1000 others wait, against 10', most, few, 1.5),
  ];
}
