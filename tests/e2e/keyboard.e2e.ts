import { expect, type Page, test } from '@playwright/test';
import { api, branch, withBranch } from './own-branch.ts';

withBranch(async () => {
  await api.post('/month/', { name: 'November' });
});

/** Presses Tab until the named control has focus; fails after `maxPresses`. Waits for the control first: a page that still loads loses presses. */
async function tabTo(page: Page, name: RegExp, maxPresses = 60): Promise<void> {
  await expect(page.getByLabel(name).or(named(page, name)).first()).toBeVisible();
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    if (await focused.and(page.getByLabel(name).or(named(page, name)).or(among(page, name))).count()) return;
  }
  throw new Error(`Tab never came to ${name}; it stands on ${await page.locator(':focus').innerHTML()}`);
}

const among = (page: Page, name: RegExp) => page.getByRole('radiogroup', { name }).getByRole('radio');

const named = (page: Page, name: RegExp) =>
  page.getByRole('link', { name }).or(page.getByRole('button', { name }));

test('signing in, adding a student and enrolling them works by keyboard alone', async ({ page }) => {
  await page.goto(`${branch.origin}/auth`);
  await tabTo(page, /^Email/);
  await page.keyboard.type(branch.user.email);
  await tabTo(page, /^Password/);
  await page.keyboard.type(branch.user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${branch.origin}/`);

  await tabTo(page, /^Students$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Add Student$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/add-student$/);
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.type('منى عادل');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/students$/);
  await expect(page.getByRole('row', { name: /منى عادل/ })).toBeVisible();

  await tabTo(page, /^Adult Courses$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Create Course$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/add-course$/);
  await expect(page.getByRole('combobox', { name: 'Student' })).toBeFocused();
  await page.keyboard.type('مني');
  await expect(page.getByRole('option', { name: /منى عادل/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Student' })).toHaveValue(/منى عادل/);
  await tabTo(page, /^Receipt Number/);
  await page.keyboard.type('1041');
  await tabTo(page, /^Level/);
  await page.keyboard.type('Level 3');
  await tabTo(page, /^Period/);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '3 Months' })).toBeChecked();
  await tabTo(page, /^Transportation/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Parent' })).toBeChecked();
  await tabTo(page, /^Price/);
  await page.keyboard.type('٣٠٠٠');
  await tabTo(page, /^Paid Amount/);
  await page.keyboard.type('1,000');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/courses\/adult$/);
  await expect(page.getByRole('row', { name: /1041/ })).toContainText('2,000.00');
});
