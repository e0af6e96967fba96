import { expect, type Page } from '@playwright/test';
import { installed } from '../support/browser.ts';
import type { State } from './states.ts';

const inMain = (page: Page, name: RegExp | string) =>
  page.getByRole('main').getByRole('button', { name }).first();
const banner = (page: Page, name: RegExp | string) => page.getByRole('banner').getByRole('button', { name });

/** Captures dialogs, menus and states without a URL in Arabic; the last one leaves the device offline. */
export const arabicStates: readonly State[] = [
  async ({ page, capture, open }) => {
    await open('/courses/adult/add-course');
    await page.getByLabel('السعر').fill('3000');
    await page.getByLabel('المدفوع').fill('3500.5');
    await page.getByRole('main').locator('button[type=submit]').click();
    await expect(page.getByText('هذا البيان مطلوب').first()).toBeVisible();
    await capture.shoot(page, 'form-errors');
    await page.getByRole('combobox', { name: 'الطالب' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await capture.shoot(page, 'picker', 'window');
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: 'رجوع' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'form-leave-question', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/students/add-student');
    await page.getByRole('button', { name: /تاريخ الميلاد/ }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await capture.shoot(page, 'calendar', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/courses/adult');
    await inMain(page, /^فلاتر/).click();
    await expect(page.getByRole('group').first()).toBeVisible();
    await capture.shoot(page, 'filters', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/students');
    await inMain(page, /^حذف/).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'delete-dialog', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/students');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('combobox').fill('010');
    await expect(page.getByRole('option').first()).toBeVisible();
    await capture.shoot(page, 'search', 'window');
  },
  async ({ page, capture, open, conflicts }) => {
    await open(`/students/${String(conflicts.owing.student)}`);
    await page.getByRole('button', { name: 'دمج مع سجل مكرر' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option').nth(1).click();
    await capture.shoot(page, 'merge', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/courses/adult');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^تعديل/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'الإيصال', exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
    await capture.shoot(page, 'receipt', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/work-history');
    await inMain(page, 'إنهاء الشهر').click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'end-month-dialog', 'window');
  },
  async ({ page, capture, open, conflicts }) => {
    await open(`/employees/edit-employee/${String(conflicts.paidEmployee.id)}`);
    await page.locator('summary').last().click();
    await page.waitForTimeout(500);
    await capture.shoot(page, 'record-history');
  },
  async ({ page, capture, open }) => {
    await open('/');
    await banner(page, 'حسابي').click();
    await expect(page.getByRole('menuitem', { name: 'تسجيل الخروج' })).toBeVisible();
    await capture.shoot(page, 'profile-menu', 'window');
    await page.keyboard.press('Escape');
    await banner(page, 'فتح القائمة')
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await capture.shoot(page, 'side-menu', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/students/add-student');
    await installed(page);
    await page.context().setOffline(true);
    await page.getByLabel('الاسم', { exact: true }).fill('طالب ينتظر');
    await page.getByRole('main').getByRole('button', { name: 'إضافة طالب' }).click();
    await expect(page.getByText('في انتظار الإرسال').first()).toBeVisible();
    await capture.shoot(page, 'toast-and-waiting-row', 'window');
    await banner(page, /لوحة المزامنة/).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await capture.shoot(page, 'sync-drawer', 'window');
    await page.keyboard.press('Escape');
    await banner(page, 'حسابي').click();
    await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible({ timeout: 30_000 });
    await capture.shoot(page, 'log-out-dialog', 'window');
  },
];
