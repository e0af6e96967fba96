import { expect, type Locator, type Page } from '@playwright/test';
import { cacheScripts, installed } from '../support/browser.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';

/** Page actions find controls by their visible names, as users do. */

const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

const readAhead = ['students', 'books', 'employees', 'deductions', 'adult-course'] as const;

/** Waits until the loaded page can open every screen offline and the picker data are stored; staff do not read all of it. */
export async function readyForOffline(
  page: Page,
  proxy: FaultProxy,
  needed: readonly (typeof readAhead)[number][] = readAhead,
): Promise<void> {
  await cacheScripts(page);
  await pickersRead(proxy, needed);
}

/** Waits until the app is installed, which also loads pages offline, and the picker data are stored. */
export async function readyToStartOffline(page: Page, proxy: FaultProxy): Promise<void> {
  await installed(page);
  await pickersRead(proxy, readAhead);
}

async function pickersRead(
  { passages }: FaultProxy,
  needed: readonly (typeof readAhead)[number][],
): Promise<void> {
  const fetched = (path: string) =>
    passages.some((one) => one.path === path && one.query.includes('no_pagination=true') && one.status);
  await expect.poll(() => needed.filter((name) => !fetched(`/api/${name}/`))).toEqual([]);
}

/**
 * Shows a tab, as users do before they act in it. One in the background draws once a second, and every action waits for two frames.
 */
export const show = (page: Page): Promise<void> => page.bringToFront();

export async function submit(page: Page, label: string): Promise<void> {
  await show(page);
  await page.getByRole('main').getByRole('button', { name: label, exact: true }).click();
}

export async function goTo(page: Page, entry: string): Promise<void> {
  await show(page);
  const link = sideMenu(page).getByRole('link', { name: entry, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Navigates within the app to another screen and waits for its heading. Loading the app takes ten times as long. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // The first screen may still be loading.
  await page.locator('h1').first().waitFor();
  const left = await page.evaluate((next) => {
    const heading = document.querySelector('h1');
    heading?.setAttribute('data-left', '');
    history.pushState(null, '', next);
    // Links of the menu whose screen is left; on a phone there are none.
    const [to = ''] = next.split('?');
    for (const link of document.querySelectorAll('nav a[aria-current=page]')) {
      const list = link.getAttribute('href') ?? '';
      if (to !== list && (list === '/' || !to.startsWith(`${list}/`))) link.setAttribute('data-left', '');
    }
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    return heading?.textContent;
  }, path);
  // The first heading may change its text while its data arrive; then the menu tells the screens apart.
  await page.waitForFunction((text) => {
    const heading = document.querySelector('h1');
    const isNew = heading && (!heading.hasAttribute('data-left') || heading.textContent !== text);
    return isNew && !document.querySelector('nav a[aria-current=page][data-left]');
  }, left);
  await page.evaluate(() => {
    for (const link of document.querySelectorAll('nav a[data-left]')) link.removeAttribute('data-left');
  });
}

/** Picks a record in a picker: types a part of its name and takes the option. */
export async function pick(
  page: Page,
  label: string,
  typed: string,
  option: string | RegExp = typed,
): Promise<void> {
  const picker = page.getByRole('combobox', { name: label });
  await picker.click();
  await picker.fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

/** Returns the list row with a cell that begins with this text. */
export function row(page: Page, prefix: string): Locator {
  const name = new RegExp(`^${prefix}(?!\\d)`);
  const cell = page.getByRole('cell', { name }).or(page.getByRole('rowheader', { name }));
  return page.getByRole('main').getByRole('row').filter({ has: cell });
}

export async function createMonth(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Month' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: /create/i }).click();
  await expect(dialog).toBeHidden();
}

export interface NewStudent {
  readonly name: string;
  readonly phone?: string;
}

export async function openNewStudent(page: Page): Promise<void> {
  await goTo(page, 'Students');
  await page.getByRole('link', { name: 'Add Student' }).first().click();
  await expect(page).toHaveURL(/\/add-student$/);
}

export async function fillStudent(page: Page, { name, phone }: NewStudent): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (phone) await page.getByLabel(/^Phone/).fill(phone);
}

export async function addStudent(page: Page, student: NewStudent): Promise<void> {
  await openNewStudent(page);
  await fillStudent(page, student);
  await submit(page, 'Add Student');
  await expect(page).toHaveURL(/\/students$/);
}

export interface NewEnrolment {
  readonly student: string;
  readonly receipt: string;
  readonly price: string;
  readonly paid: string;
}

export async function enrol(page: Page, { student, receipt, price, paid }: NewEnrolment): Promise<void> {
  await goTo(page, 'Adult Courses');
  await page.getByRole('link', { name: 'Create Course' }).first().click();
  await pick(page, 'Student', student);
  await page.getByLabel('Receipt Number').fill(receipt);
  await choose(page, 'Level', 'Level 3');
  await choose(page, 'Period', '3 Months');
  await choose(page, 'Transportation Type', 'Parent');
  await page.getByLabel('Price').fill(price);
  await page.getByLabel('Paid Amount').fill(paid);
  await submit(page, 'Create Course');
  await expect(page).toHaveURL(/\/courses\/adult$/);
}

export interface NewInstallment {
  readonly student: string;
  readonly receipt: string;
  readonly paid: string;
}

export async function takeInstallment(page: Page, { student, receipt, paid }: NewInstallment): Promise<void> {
  await goTo(page, 'Adult Courses');
  await page.getByRole('main').getByRole('link', { name: 'Create Installment' }).first().click();
  await expect(page).toHaveURL(/\/create-installment$/);
  await pick(page, 'Related Record', student, new RegExp(student));
  await page.getByLabel('Receipt Number').fill(receipt);
  await page.getByLabel('Paid Amount').fill(paid);
  await submit(page, 'Create Installment');
  await expect(page).toHaveURL(/\/courses\/adult$/);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const open = page.getByRole('radiogroup', { name: label });
  const unfolding = page.getByRole('combobox', { name: label });
  await open.or(unfolding).waitFor();
  if (await open.isVisible()) await open.getByRole('radio', { name: option, exact: true }).check();
  else await unfolding.selectOption({ label: option });
}

export async function editRow(page: Page, row: Locator): Promise<void> {
  await row.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByLabel('Paid Amount')).not.toHaveValue('');
}

/** Expects the income on the dashboard's first tile, without what is not sent yet. */
export async function expectIncome(page: Page, amount: string): Promise<void> {
  await goTo(page, 'Home');
  const title = page.getByRole('heading', { name: 'Total income' });
  await expect(page.getByRole('article').filter({ has: title })).toContainText(amount);
}

export async function expectNothingPending(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toContainText('Online', { timeout: 120_000 });
}

export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Open the menu' });
  if (await button.isVisible()) await button.click();
  await expect(sideMenu(page).getByRole('link', { name: 'Students' })).toBeVisible();
}

export async function logOut(page: Page, { keeping }: { readonly keeping: boolean }): Promise<void> {
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  if (keeping) {
    const question = page.getByRole('alertdialog', { name: 'Not everything is sent' });
    await question.getByRole('button', { name: 'Log out (keep unsent entries here)' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
}

/** Signs in on a device that already shows the sign-in page. */
export async function signInAs(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
