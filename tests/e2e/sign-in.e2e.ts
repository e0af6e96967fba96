import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { STORAGE_KEYS } from '#app/api/storage-key.ts';
import { tokens } from '#contract/account.ts';
import { expectAccessibleAsShown } from '../support/accessibility.ts';
import { installed, signInOnScreen, storedBySignIn } from '../support/browser.ts';
import { branch, withBranch } from './own-branch.ts';

withBranch();

test('the pages before sign-in are shown, and send what was typed', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  for (const [path, button] of [
    ['/auth', 'Login'],
    ['/auth/reset-password', 'Send me a link'],
    ['/auth/reset-password#token=unknown', 'Set the new password'],
    ['/auth/confirm-email#token=unknown', 'Confirm the address'],
  ] as const) {
    // An address that differs only in its hash would not load the page again.
    await page.goto('about:blank');
    await page.goto(`${branch.origin}${path}`);
    const send = page.getByRole('main').locator('button[type=submit]');
    await expect(send).toHaveText(button);
    await send.click();
    await expect(page.getByRole('main').locator('[aria-invalid=true], [role=alert]').first()).toBeVisible();
  }
  expect(problems).toEqual([]);
});

/** Opens the sign-in page while one of its files does not arrive; returns a function that lets it through. */
async function openWithout(page: Page, file: string): Promise<() => Promise<void>> {
  const files = `**/assets/${file}-*.js`;
  await page.route(files, (route) => route.abort());
  await page.goto(`${branch.origin}/auth`);
  return () => page.unroute(files);
}

test('a page whose first file does not arrive says so and can be tried again', async ({ page }) => {
  const arrive = await openWithout(page, 'start');
  await expect(page.getByRole('heading', { name: 'Branch Desk could not be loaded' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Try again' });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessibleAsShown(page, 'not loaded');

  await arrive();
  await link.click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('a page whose imported file does not arrive loads once the device is online', async ({
    page,
    context,
  }) => {
    const arrive = await openWithout(page, 'packages');
    await expect(page.getByRole('heading', { name: 'تعذّر تحميل Branch Desk' })).toBeVisible();
    await context.setOffline(true);
    await arrive();
    await context.setOffline(false);
    await expect(page.getByLabel('البريد الإلكتروني')).toBeVisible();
  });
});

test.describe('while the app installs itself', () => {
  test.use({ serviceWorkers: 'allow' });

  test('every page requires signing in, which reports an unreachable server and works once it is back', async ({
    page,
    context,
  }) => {
    await page.goto(`${branch.origin}/auth`);
    await installed(page);
    for (const path of [
      '/students',
      '/courses/adult/add-course',
      '/work-history',
      '/profile',
      '/create-installment',
      '/',
    ]) {
      await page.goto(`${branch.origin}${path}`);
      await expect(page).toHaveURL(/\/auth(\?|$)/);
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    }
    await page.getByLabel('Email').fill(branch.user.email);
    await page.getByLabel('Password', { exact: true }).fill(branch.user.password);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/connection|network|offline/i);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(`${branch.origin}/`);
  });

  test('typed text is kept in every tab while the app installs itself', async ({ page, context }) => {
    const tabs = [page, await context.newPage(), await context.newPage()];
    await Promise.all(tabs.map((tab) => tab.goto(`${branch.origin}/auth`)));
    for (const tab of tabs) await tab.getByLabel('Email').fill('typed@example.com');
    for (const tab of tabs) {
      await installed(tab);
      await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    }
    for (const tab of tabs) await expect(tab.getByLabel('Email')).toHaveValue('typed@example.com');
  });
});

test('a signed-in user sees the shell and unknown paths, and logs out', async ({ page }) => {
  await signInOnScreen(page, branch.origin, branch.user);

  const stored = await page.evaluate(() => ({ ...localStorage }));
  const { access, refresh } = tokens.parse(JSON.parse(stored['branch-desk.session'] ?? ''));
  const [{ key: storage_key }] = z
    .tuple([z.object({ key: z.string() })])
    .parse(JSON.parse(stored[STORAGE_KEYS] ?? ''));
  expect(stored).toMatchObject(storedBySignIn({ access, refresh, storage_key, language: undefined }));

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Students' }).click();
  await expect(menu.getByRole('link', { name: 'Students' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/Students/);

  await page.goto(`${branch.origin}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'This page is not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go back Home' }).click();
  await expect(page).toHaveURL(`${branch.origin}/`);

  await page.goto(`${branch.origin}/auth`);
  await expect(page).toHaveURL(`${branch.origin}/`);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/eyJ/);
});
