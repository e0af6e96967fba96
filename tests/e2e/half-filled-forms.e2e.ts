import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';
import { api, branch, withBranch } from './own-branch.ts';

withBranch();

/** Opens a browser that keeps left pages in memory; Playwright switches that off otherwise. */
async function withPageMemory(use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', '--enable-features=BackForwardCache'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    await use(await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' }));
  } finally {
    await browser.close();
  }
}

test('72 a form that the browser restores from its memory shows the record as it is now', async () => {
  const { id } = await api.post('/students/', { name: 'Before Adel' });
  await withPageMemory(async (context) => {
    const page = await context.newPage();
    await signIn(page, branch.origin, branch.user);
    await page.goto(`${branch.origin}/students/edit-student/${String(id)}`);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Before Adel');
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
    });
    // A page with requests under way is not kept in memory.
    await page.waitForLoadState('networkidle', { timeout: 240_000 });
    await page.goto(`${branch.origin}/api/openapi.json`);
    await api.patch(`/students/${String(id)}/`, { name: 'After Adel' });
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-restored', 'true');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('After Adel');
  });
});
