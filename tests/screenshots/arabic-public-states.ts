import { expect } from '@playwright/test';
import type { State } from './states.ts';

/** Captures the states of the pages before sign-in in Arabic. */
export const arabicPublicStates: readonly State[] = [
  async ({ page, capture, open }) => {
    await open('/auth');
    await page.getByLabel('البريد الإلكتروني').fill('nobody');
    await page.getByRole('button', { name: 'دخول', exact: true }).click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await capture.shoot(page, 'auth-errors');
    await page.getByLabel('البريد الإلكتروني').fill('nobody@example.org');
    await page.getByLabel('كلمة المرور', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'دخول', exact: true }).click();
    await expect(page.locator('form').getByRole('alert')).toBeVisible();
    await capture.shoot(page, 'auth-refused');
  },
];
