import { expect, type Page } from '@playwright/test';
import { choose, openMenu, pick, submit } from '../e2e/page-actions.ts';
import { installed } from '../support/browser.ts';
import type { Capture } from './capture.ts';
import type { ConflictFixtures } from './conflict-fixtures.ts';

/** What a state is shown with. */
export interface Showing {
  readonly page: Page;
  readonly album: Capture;
  readonly open: (path: string) => Promise<void>;
  /** A student who paid a few minutes ago, by name. */
  readonly payer: string;
  /** Records that the troubles are about. */
  readonly troubled: ConflictFixtures;
}

export type State = (showing: Showing) => Promise<void>;

const first = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first();

const forms: readonly State[] = [
  async ({ page, album, open, payer }) => {
    await open('/courses/adult/add-course');
    await submit(page, 'Create Course');
    await expect(page.getByText('This cannot be empty').first()).toBeVisible();
    await album.shoot(page, 'form-errors');
    await pick(page, 'Student', payer);
    await page.getByLabel('Receipt Number').fill('4711');
    await choose(page, 'Level', 'Level 3');
    await choose(page, 'Period', '3 Months');
    await choose(page, 'Transportation Type', 'Parent');
    await page.getByLabel('Price').fill('3000');
    await page.getByLabel('Paid Amount').fill('1000');
    await album.shoot(page, 'form-filled');
    await page.getByLabel('Paid Amount').fill('3500');
    await submit(page, 'Create Course');
    await expect(page.getByText('This is more than what remains').first()).toBeVisible();
    await album.shoot(page, 'form-paid-too-much');
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await album.shoot(page, 'form-leave-question', 'window');
  },
  async ({ page, album, open, payer }) => {
    await open('/busses/add-bus');
    await page.getByLabel('Receipt Number').fill('500');
    await page.getByLabel('Price').fill('900');
    await page.getByLabel('Paid Amount').fill('321');
    await pick(page, 'Student', payer);
    await submit(page, 'Create Bus');
    await expect(page.getByText(/already paid/)).toBeVisible();
    await album.shoot(page, 'form-paid-already');
    await album.shoot(page, 'form-paid-already-window', 'window');
  },
  async ({ page, album, open }) => {
    await open('/students/add-student');
    await page.getByRole('button', { name: /Birthdate/ }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await album.shoot(page, 'calendar', 'window');
  },
];

const pickers: readonly State[] = [
  async ({ page, album, open }) => {
    await open('/books/payout/add-payout');
    const picker = page.getByRole('combobox', { name: 'Student' });
    await picker.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await album.shoot(page, 'picker', 'window');
    await picker.fill('zzz');
    await expect(page.getByText('No option found.')).toBeVisible();
    await album.shoot(page, 'picker-nothing-found', 'window');
    await page.getByRole('option', { name: 'Add Student' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Student' });
    await dialog.getByLabel('Name', { exact: true }).fill('نور الدين');
    await album.shoot(page, 'add-student-dialog', 'window');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await album.shoot(page, 'add-student-leave-question', 'window');
  },
  async ({ page, album, open }) => {
    await open('/books/payout/add-payout');
    await page.getByRole('combobox', { name: 'Book' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('Quantity').fill('2');
    await page.getByLabel('Paid Amount').fill('10');
    await album.shoot(page, 'payout-filled');
  },
  async ({ page, album, open }) => {
    await open('/employees/salaries/add-salary');
    await page.getByRole('combobox', { name: 'Employee' }).click();
    // The newest ones have their troubles.
    await page.getByRole('option').last().click();
    await expect(page.getByText('Net', { exact: true }).locator('xpath=../dd')).toContainText('L.E.');
    await album.shoot(page, 'salary-filled');
  },
  async ({ page, album, open }) => {
    await open('/create-installment');
    await page.getByRole('main').getByRole('link', { name: 'Adult Courses' }).click();
    await page.getByRole('combobox', { name: 'Related Record' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await album.shoot(page, 'installment-picker', 'window');
    await page.getByRole('option').first().click();
    await page.getByLabel('Paid Amount').fill('1');
    await album.shoot(page, 'installment-filled');
  },
];

const dialogs: readonly State[] = [
  async ({ page, album, open }) => {
    await open('/students');
    await first(page, /^Delete/).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await album.shoot(page, 'delete-dialog', 'window');
    // Only where something hangs on the student, as on every student of the demo who paid anything.
    await page.route('**/api/students/*/', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { detail: '2 adult courses and 1 payout hang on it.' } })
        : route.fallback(),
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(/^Error: /)).toBeVisible();
    await album.shoot(page, 'delete-dialog-refused', 'window');
    await page.unroute('**/api/students/*/');
  },
  async ({ page, album, open }) => {
    await open('/work-history');
    await first(page, /^End Month$/).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await album.shoot(page, 'end-month-dialog', 'window');
  },
  async ({ page, album, open }) => {
    await open('/profile');
    await first(page, /^Edit$/).click();
    await album.shoot(page, 'profile-edit');
    await page.getByLabel('First Name').fill('M');
    await first(page, /^Save$/).click();
    await expect(page.getByText('First Name must be at least 2 characters')).toBeVisible();
    await album.shoot(page, 'profile-errors');
  },
  async ({ page, album, open }) => {
    await open('/');
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await album.shoot(page, 'profile-menu', 'window');
    await page.keyboard.press('Escape');
    await openMenu(page);
    await album.shoot(page, 'side-menu', 'window');
  },
];

const troubles: readonly State[] = [
  async ({ page, album, open }) => {
    const failing = '**/api/expenses/**';
    await page.route(failing, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }));
    await open('/expenses?search=never-asked-before');
    await expect(page.getByText('Error: Not today.')).toBeVisible();
    await album.shoot(page, 'list-error');
    await page.unroute(failing);
  },
  async ({ page, album, open }) => {
    await open('/students/add-student');
    await installed(page);
    await page.context().setOffline(true);
    await page.getByLabel('Name', { exact: true }).fill('Waiting Student');
    await submit(page, 'Add Student');
    await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
    await album.shoot(page, 'list-offline-with-waiting-row');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Sync panel/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await album.shoot(page, 'sync-drawer-with-waiting-row', 'window');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible({ timeout: 30_000 });
    await album.shoot(page, 'log-out-dialog', 'window');
  },
];

const histories: readonly State[] = [
  async ({ page, album, open, troubled }) => {
    await open(`/employees/edit-employee/${String(troubled.paidEmployee.id)}`);
    await page.getByText('History', { exact: true }).click();
    await expect(page.getByText('Recorded').first()).toBeVisible();
    await album.shoot(page, 'record-history');
  },
];

/** Every dialog, menu and state that no address alone leads to; the last one leaves the device offline. */
export const states: readonly State[] = [...forms, ...pickers, ...dialogs, ...histories, ...troubles];

/** The states of the pages before sign-in. */
export const publicStates: readonly State[] = [
  async ({ page, album, open }) => {
    await open('/auth');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await album.shoot(page, 'auth-errors');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'Show password' }).click();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.locator('form').getByRole('alert')).toBeVisible();
    await album.shoot(page, 'auth-refused');
  },
  async ({ page, album, open }) => {
    await open('/auth/reset-password');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByRole('button', { name: 'Ask for a link' }).click();
    await expect(page.getByText('If nothing comes')).toBeVisible();
    await album.shoot(page, 'auth-reset-password-asked');
  },
];
