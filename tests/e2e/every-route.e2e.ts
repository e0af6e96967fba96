import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { listScreens, menu } from './every-route/expected-screens.ts';
import { branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

withBranch();

/** The first heading, and nothing that is still being read. */
async function opened(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('every entry of the side menu opens its page, and every list its form, from the files of the build', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await signIn(page, branch.origin, branch.user);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of menu.flatMap(([, entries]) => entries)) {
    await nav.getByRole('link', { name, exact: true }).click();
    if (name === 'Search') {
      // Over the page, and loaded at its first opening.
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      continue;
    }
    await expect(page).toHaveURL(`${branch.origin}${path}`);
    await opened(page);
  }
  for (const { add } of listScreens) {
    await goWithin(page, add.path);
    await expect(page.getByRole('heading', { level: 1, name: add.title, exact: true })).toBeVisible();
    await opened(page);
  }
  expect(problems).toEqual([]);
});
