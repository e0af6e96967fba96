import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { findChromium } from '../support/find-chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const PLACE = '/bench-page/';

/** Builds the benchmark page with the app's code and build settings. */
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
