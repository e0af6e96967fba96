import { expect, test } from '@playwright/test';
import { branch, withBranch } from './own-branch.ts';

const resetPage = '/auth/reset-password';

withBranch();

test('the reset token is removed from the browser history and never sent in an address', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(`${branch.origin}${resetPage}#token=s3cret-s3cret`);
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();
  await page.goto(`${branch.origin}/auth`);
  await page.goBack();
  await expect(page).toHaveURL(`${branch.origin}${resetPage}`);
  await expect(page.getByLabel('Email')).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
  expect(kept).not.toContain('s3cret');
  // Playwright reports the URL with its fragment, which is not sent.
  expect(asked.filter((one) => one.includes('s3cret') && !one.includes(`${resetPage}#token=`))).toEqual([]);
});
