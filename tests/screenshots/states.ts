import { expect, type Page } from '@playwright/test';
import { choose, openMenu, pick, submit } from '../e2e/page-actions.ts';
import { installed } from '../support/browser.ts';
import type { Capture } from './capture.ts';
import type { ConflictFixtures } from './conflict-fixtures.ts';

/** Holds what a state needs to be shown. */
export interface ShowingState {
  readonly page: Page;
  readonly capture: Capture;
  readonly open: (path: string) => Promise<void>;
  /** A student who paid a few minutes ago, by name. */
  readonly payer: string;
  /** Records that the problem cards refer to. */
  readonly conflicts: ConflictFixtures;
}

export type State = (showing: ShowingState) => Promise<void>;

const first = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first();

const forms: readonly State[] = [
  async ({ page, capture, open, payer }) => {
    await open('/courses/adult/add-course');
    await submit(page, 'Create Course');
    await expect(page.getByText('This cannot be empty').first()).toBeVisible();
    await capture.shoot(page, 'form-errors');
    await pick(page, 'Student', payer);
    await page.getByLabel('Receipt Number').fill('4711');
    await choose(page, 'Level', 'Level 3');
    await choose(page, 'Period', '3 Months');
    await choose(page, 'Transportation Type', 'Parent');
    await page.getByLabel('Price').fill('3000');
    await page.getByLabel('Paid Amount').fill('1000');
    await capture.shoot(page, 'form-filled');
    await page.getByLabel('Paid Amount').fill('3500');
    await submit(page, 'Create Course');
    await expect(page.getByText('remains to be paid').first()).toBeVisible();
    await capture.shoot(page, 'form-paid-too-much');
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'form-leave-question', 'window');
  },
  async ({ page, capture, open, payer }) => {
    await open('/busses/add-bus');
    await page.getByLabel('Receipt Number').fill('500');
    await page.getByLabel('Price').fill('900');
    await page.getByLabel('Paid Amount').fill('321');
    await pick(page, 'Student', payer);
    await submit(page, 'Create Bus');
    await expect(page.getByText(/already paid/)).toBeVisible();
    await capture.shoot(page, 'form-paid-already');
    await capture.shoot(page, 'form-paid-already-window', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/students/add-student');
    await page.getByRole('button', { name: /Birthdate/ }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await capture.shoot(page, 'calendar', 'window');
  },
];

const pickers: readonly State[] = [
  async ({ page, capture, open }) => {
    await open('/books/payout/add-payout');
    const picker = page.getByRole('combobox', { name: 'Student' });
    await picker.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await capture.shoot(page, 'picker', 'window');
    await picker.fill('zzz');
    await expect(page.getByText('No option found.')).toBeVisible();
    await capture.shoot(page, 'picker-nothing-found', 'window');
    await page.getByRole('option', { name: 'Add Student' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Student' });
    await dialog.getByLabel('Name', { exact: true }).fill('نور الدين');
    await capture.shoot(page, 'add-student-dialog', 'window');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'add-student-leave-question', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/books/payout/add-payout');
    await page.getByRole('combobox', { name: 'Book' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('Quantity').fill('2');
    await page.getByLabel('Paid Amount').fill('10');
    await capture.shoot(page, 'payout-filled');
  },
  async ({ page, capture, open }) => {
    await open('/employees/salaries/add-salary');
    await page.getByRole('combobox', { name: 'Employee' }).click();
    // The newest students have problems.
    await page.getByRole('option').last().click();
    await expect(page.getByText('Net', { exact: true }).locator('xpath=../dd')).toContainText('L.E.');
    await capture.shoot(page, 'salary-filled');
  },
  async ({ page, capture, open }) => {
    await open('/create-installment');
    await page.getByRole('main').getByRole('link', { name: 'Adult Courses' }).click();
    await page.getByRole('combobox', { name: 'Related Record' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await capture.shoot(page, 'installment-picker', 'window');
    await page.getByRole('option').first().click();
    await page.getByLabel('Paid Amount').fill('1');
    await capture.shoot(page, 'installment-filled');
  },
];

const dialogs: readonly State[] = [
  async ({ page, capture, open }) => {
    await open('/students');
    await first(page, /^Delete/).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'delete-dialog', 'window');
    // Requires a student with dependents, such as any who paid something.
    await page.route('**/api/students/*/', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { detail: '2 adult courses and 1 payout hang on it.' } })
        : route.fallback(),
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(/^Error: /)).toBeVisible();
    await capture.shoot(page, 'delete-dialog-refused', 'window');
    await page.unroute('**/api/students/*/');
  },
  async ({ page, capture, open }) => {
    await open('/work-history');
    await first(page, /^End Month$/).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await capture.shoot(page, 'end-month-dialog', 'window');
  },
  async ({ page, capture, open }) => {
    await open('/profile');
    await first(page, /^Edit$/).click();
    await capture.shoot(page, 'profile-edit');
    await page.getByLabel('First Name').fill('M');
    await first(page, /^Save$/).click();
    await expect(page.getByText('First Name must be at least 2 characters')).toBeVisible();
    await capture.shoot(page, 'profile-errors');
  },
  async ({ page, capture, open }) => {
    await open('/');
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await capture.shoot(page, 'profile-menu', 'window');
    await page.keyboard.press('Escape');
    await openMenu(page);
    await capture.shoot(page, 'side-menu', 'window');
  },
];

const troubles: readonly State[] = [
  async ({ page, capture, open }) => {
    const failing = '**/api/expenses/**';
    await page.route(failing, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }));
    await open('/expenses?search=never-asked-before');
    await expect(page.getByText('Error: Not today.')).toBeVisible();
    await capture.shoot(page, 'list-error');
    await page.unroute(failing);
  },
  async ({ page, capture, open }) => {
    await open('/students/add-student');
    await installed(page);
    await page.context().setOffline(true);
    await page.getByLabel('Name', { exact: true }).fill('Waiting Student');
    await submit(page, 'Add Student');
    await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
    await capture.shoot(page, 'list-offline-with-waiting-row');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Sync panel/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await capture.shoot(page, 'sync-drawer-with-waiting-row', 'window');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible({ timeout: 30_000 });
    await capture.shoot(page, 'log-out-dialog', 'window');
  },
];

const histories: readonly State[] = [
  async ({ page, capture, open, conflicts }) => {
    await open(`/employees/edit-employee/${String(conflicts.paidEmployee.id)}`);
    await page.getByText('History', { exact: true }).click();
    await expect(page.getByText('Recorded').first()).toBeVisible();
    await capture.shoot(page, 'record-history');
  },
];

/** Captures dialogs, menus and states without a URL; the last one leaves the device offline. */
export const states: readonly State[] = [...forms, ...pickers, ...dialogs, ...histories, ...troubles];

/** Captures the states of the pages before sign-in. */
export const publicStates: readonly State[] = [
  async ({ page, capture, open }) => {
    await open('/auth');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await capture.shoot(page, 'auth-errors');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'Show password' }).click();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.locator('form').getByRole('alert')).toBeVisible();
    await capture.shoot(page, 'auth-refused');
  },
  async ({ page, capture, open }) => {
    await open('/auth/reset-password');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByText('Still locked out?')).toBeVisible();
    await capture.shoot(page, 'auth-reset-password-asked');
  },
];
