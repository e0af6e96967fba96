import { expect, type Page, test } from '@playwright/test';
import { installed } from '../../support/browser.ts';
import { openMenu, submit } from '../hands.ts';
import { demoDesk } from './demo-desk.ts';
import { examine, loaded } from './examine.ts';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(240_000);

const desk = demoDesk();

async function at(page: Page, path: string): Promise<void> {
  await page.goto(desk.at(path));
  await loaded(page);
}

/** Every dialog, menu, picker and error state, by what a person does to see it. */
const states: readonly (readonly [name: string, walk: (page: Page) => Promise<void>])[] = [
  [
    'deleting, and being refused',
    async (page) => {
      await at(page, '/students');
      const first = page.getByRole('button', { name: /^Delete/ }).last();
      await first.click();
      await expect(page.getByText('This action cannot be undone.')).toBeVisible();
      await examine(page, 'delete dialog');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByText(/Error: /)).toBeVisible();
      await examine(page, 'delete dialog, refused');
    },
  ],
  [
    'a form with everything missing, its pickers and its calendar',
    async (page) => {
      await at(page, '/courses/adult/add-course');
      await submit(page, 'Create Course');
      await expect(page.getByText('This cannot be empty').first()).toBeVisible();
      await examine(page, 'course with errors');
      await page.getByLabel(/^Custom Date/).click();
      await examine(page, 'calendar');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: /^Student/ }).click();
      await examine(page, 'student picker');
      await page.getByRole('combobox', { name: /^Student/ }).fill('Nobody has this name');
      await page.getByRole('option', { name: /^Add/ }).click();
      await expect(page.getByRole('dialog', { name: 'Add Student' })).toBeVisible();
      await examine(page, 'add student dialog');
    },
  ],
  [
    'an installment, and leaving what is half typed',
    async (page) => {
      await at(page, '/courses/adult');
      await page.getByRole('main').getByRole('link', { name: 'Create Installment' }).first().click();
      await expect(page).toHaveURL(/create-installment/);
      await loaded(page);
      await page.getByRole('textbox', { name: /^Receipt Number/ }).fill('4711');
      await examine(page, 'installment');
      await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await examine(page, 'leave question');
    },
  ],
  [
    'ending a month',
    async (page) => {
      await at(page, '/work-history');
      await page.getByRole('button', { name: 'End Month' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await examine(page, 'end month dialog');
    },
  ],
  [
    'who did what to a record',
    async (page) => {
      await at(page, '/employees');
      await page.getByRole('main').getByRole('link', { name: /^Edit/ }).first().click();
      await page.getByText('History', { exact: true }).click();
      await expect(page.getByText('Recorded').first()).toBeVisible();
      await examine(page, 'history of an employee');
    },
  ],
  [
    'the menus',
    async (page) => {
      await at(page, '/');
      await page.getByRole('button', { name: 'Profile' }).click();
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      await examine(page, 'profile menu');
      await page.keyboard.press('Escape');
      await openMenu(page);
      await examine(page, 'side menu');
    },
  ],
  [
    'what waits without a network',
    async (page) => {
      await at(page, '/students/add-student');
      await page.context().setOffline(true);
      await page.getByLabel('Name', { exact: true }).fill('Waiting Student');
      await submit(page, 'Add Student');
      await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
      await examine(page, 'students with a waiting row');
      const panel = page.getByRole('banner').getByRole('button', { name: /Sync panel/ });
      await panel.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await examine(page, 'sync panel with a waiting row');
    },
  ],
];

for (const [name, walk] of states) {
  test(`everyone can see: ${name}`, async ({ browser }) => {
    const page = await desk.page(browser);
    await page.goto(desk.at('/'));
    await installed(page);
    await walk(page);
    await page.context().close();
  });
}
