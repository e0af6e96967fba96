import { expect, type Page, test } from '@playwright/test';
import { screens } from '../../support/browser.ts';
import { openMenu, submit } from '../page-actions.ts';
import { auditScreen, listColours, loaded, sharedColours } from './audit-page.ts';
import { demo, navigateTo } from './demo.ts';

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await demo.page(browser);
});
test.afterAll(() => page?.context().close());

/** Opens a screen within the app; loads it where it is open, or where leaving a form with something typed would ask first. */
async function openAt(path: string): Promise<void> {
  const isForm = (await page.locator('main form').count()) > 0;
  const isOpen = page.url() === demo.urlOf(path);
  if (isForm || isOpen) return void (await page.goto(demo.urlOf(path)));
  // Closes a dialog, then the menu or panel that it was opened from.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await navigateTo(page, path);
}

// The tests share a page: starting the app takes longer than a test. The last state cuts its network.
test('with reduced motion, another colour scheme starts no transition', async () => {
  await openAt('/students');
  await loaded(page);
  const running = await page.evaluate(() => {
    const { classList } = document.documentElement;
    classList.toggle('dark');
    const { length } = document.getAnimations();
    classList.toggle('dark');
    return length;
  });
  expect(running).toBe(0);
});

/** Declares the audit of dialogs, menus, pickers or error states, with the start screen and the actions that open them. */
const state = (name: string, path: string, walk: () => Promise<void>) =>
  test(`accessibility of ${name}`, async () => {
    await openAt(path);
    await loaded(page);
    await walk();
  });

state('deleting, and being refused', '/students', async () => {
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click();
  await expect(page.getByText('This action cannot be undone.')).toBeVisible();
  await auditScreen(page, 'delete dialog');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/Error: /)).toBeVisible();
  await auditScreen(page, 'delete dialog, refused', sharedColours);
});

state('a form with everything missing', '/courses/adult/add-course', async () => {
  await submit(page, 'Create Course');
  await expect(page.getByText('This cannot be empty').first()).toBeVisible();
  await auditScreen(page, 'course with errors');
  await page
    .getByRole('button', { name: /^Pick a date: / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /: pick a day$/ })).toBeVisible();
  await auditScreen(page, 'calendar');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /^Student/ }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await auditScreen(page, 'student picker', sharedColours);
  await page.getByRole('combobox', { name: /^Student/ }).fill('Nobody has this name');
  await page.getByRole('option', { name: /^Add/ }).click();
  await expect(page.getByRole('dialog', { name: 'Add Student' })).toBeVisible();
  await auditScreen(page, 'add student dialog', sharedColours);
});

state('an installment, and leaving it', '/courses/adult', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Create Installment' }).first().click();
  await expect(page).toHaveURL(/create-installment/);
  await loaded(page);
  await page.getByRole('textbox', { name: /^Receipt Number/ }).fill('4711');
  await auditScreen(page, 'installment');
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await auditScreen(page, 'leave question', sharedColours);
});

state('adding a user', '/users', async () => {
  await page.getByRole('button', { name: 'Add User' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByRole('dialog')).toContainText('Password must be at least 8 characters');
  await auditScreen(page, 'dialog of a new user, with errors');
});

state('an import', '/import', async () => {
  await auditScreen(page, 'an import before its file', sharedColours);
  const buffer = Buffer.from('Name,Birthdate\nMona Adel,tomorrow\n');
  const file = page.locator('main input[type=file]');
  await file.setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByLabel('Row that names the columns')).toBeVisible();
  await auditScreen(page, 'the columns of a file', sharedColours);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('main')).toContainText('tomorrow is no day');
  await auditScreen(page, 'the check of a file');
});

state('an export', '/students', async () => {
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'CSV file' })).toBeFocused();
  await auditScreen(page, 'an export', sharedColours);
  await page.context().setOffline(true);
  await expect(page.getByRole('dialog')).toContainText('An export needs the connection.');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'CSV file' })).toBeDisabled();
  await page.context().setOffline(false);
});

state('ending a month', '/work-history', async () => {
  await page.getByRole('button', { name: 'End Month' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await auditScreen(page, 'end month dialog', sharedColours);
});

state('a month that is renamed, and its report', '/work-history', async () => {
  await page.getByRole('button', { name: /^Edit/ }).last().click();
  const name = page.getByRole('dialog').getByRole('textbox');
  await name.fill('A better name');
  // A table on a tablet, cards on a phone: the dialog stays, with what was typed.
  await auditScreen(page, 'dialog of a month', sharedColours);
  await expect(name).toHaveValue('A better name');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Print/ })
    .last()
    .click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Total expenses');
  await page.setViewportSize(screens.phone);
  expect(await preview.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});

state('who did what to a record', '/employees', async () => {
  await page.getByRole('main').getByRole('link', { name: /^Edit/ }).first().click();
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByText('Recorded').first()).toBeVisible();
  await auditScreen(page, 'history of an employee', listColours);
});

state('the menus', '/', async () => {
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.setViewportSize({ ...screens.phone, height: 667 });
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport({ ratio: 1 });
  await auditScreen(page, 'profile menu');
  await page.keyboard.press('Escape');
  await openMenu(page);
  await auditScreen(page, 'side menu', { phone: true, colours: 'phone too' });
});

state('what waits without a network', '/students', async () => {
  await page.getByRole('link', { name: 'Add Student' }).first().click();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Name', { exact: true }).fill('Waiting Student');
  await submit(page, 'Add Student');
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
  await auditScreen(page, 'students with a waiting row');
  const panel = page.getByRole('banner').getByRole('button', { name: /Sync panel/ });
  await panel.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await auditScreen(page, 'sync panel with a waiting row');
});
