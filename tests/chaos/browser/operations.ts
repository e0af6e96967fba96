import type { Page } from '@playwright/test';
import { paths } from '#contract/http.ts';
import type { Random } from '#server/demo/branch-factory.ts';
import { choose, goTo } from '../../e2e/page-actions.ts';
import type { Api } from '../../support/api.ts';
import type { RunningServer } from '../../support/running-server.ts';
import type { NetworkProfile } from '../network-conditions.ts';
import type { OperationLog } from '../operation-log.ts';
import { type BrowserDevice, type ExpectedRecord, entriesOn } from './tablet.ts';

/** Holds what the operations of a browser scenario share. */
export interface Branch {
  readonly server: RunningServer;
  readonly managerApi: Api;
  readonly chance: Random;
  readonly log: OperationLog;
  /** Returns a number that is unique in this run, for names, receipts and titles. */
  readonly nextNumber: () => number;
}

/** Performs one action of a user and returns false if it was not applicable or rejected. */
export type BrowserOperation = (branch: Branch, device: BrowserDevice) => Promise<boolean>;

const main = (page: Page) => page.getByRole('main');

/** Submits a form and returns whether it was saved; leaves the form if it shows an error. */
export async function submit(page: Page, label: string): Promise<boolean> {
  const form = page.url();
  await main(page).getByRole('button', { name: label, exact: true }).click();
  const refused = main(page).getByRole('alert').or(main(page).locator('[aria-invalid=true]')).first();
  const left = page.waitForURL((url) => url.href !== form, { timeout: 60_000 }).then(() => true);
  const stays = refused.waitFor({ timeout: 60_000 }).then(() => false);
  const saved = await Promise.race([left, stays]);
  left.catch(() => undefined);
  stays.catch(() => undefined);
  if (!saved) await leaveForm(page);
  return saved;
}

/** Leaves a form, discarding any changes. */
async function leaveForm(page: Page): Promise<void> {
  const form = page.url();
  await main(page).getByRole('link', { name: 'Back' }).click();
  const asked = page.getByRole('alertdialog').getByRole('button', { name: /leave/i });
  const left = page.waitForURL((url) => url.href !== form).then(() => false);
  left.catch(() => undefined);
  const asks = asked.waitFor().then(() => true);
  asks.catch(() => undefined);
  if (await Promise.race([left, asks])) await asked.click();
  await left;
}

/** Picks the option that the search finds; leaves the form if the record was deleted. */
async function pickOption(page: Page, label: string, searchText: string): Promise<boolean> {
  const picker = page.getByRole('combobox', { name: label });
  await picker.click();
  await picker.fill(searchText);
  const option = page.getByRole('option', { name: new RegExp(`${searchText}(?!\\d)`) }).first();
  await option.or(page.getByText('No option found.')).waitFor();
  if (await option.isVisible()) {
    await option.click();
    return true;
  }
  await picker.press('Escape');
  await leaveForm(page);
  return false;
}

/** Opens the form behind a link of a list. */
async function openForm(page: Page, entry: string, link: string): Promise<void> {
  await goTo(page, entry);
  await main(page).getByRole('link', { name: link, exact: true }).first().click();
  await main(page).getByRole('link', { name: 'Back' }).waitFor();
}

/** Adds a record to the expected ones if the screen reported it as saved. */
function recordSaved(
  device: BrowserDevice,
  saved: boolean,
  label: string,
  resource: ExpectedRecord['resource'],
): boolean {
  if (saved) device.expectedRecords.push({ label, resource });
  return saved;
}

/** Returns expected records of this device whose label has the prefix. */
const createdBy = (
  { expectedRecords }: BrowserDevice,
  resource: ExpectedRecord['resource'],
  prefix: string,
) => expectedRecords.filter((record) => record.resource === resource && record.label.startsWith(prefix));

export const student: BrowserOperation = async ({ nextNumber }, device) => {
  const { page } = device;
  const name = `Pupil ${nextNumber()}`;
  await openForm(page, 'Students', 'Add Student');
  await page.getByLabel('Name', { exact: true }).fill(name);
  return recordSaved(device, await submit(page, 'Add Student'), name, 'student');
};

export const enrolment: BrowserOperation = async ({ chance, nextNumber }, device) => {
  const { page } = device;
  const students = createdBy(device, 'student', 'Pupil');
  if (students.length === 0) return false;
  const receipt = `E${nextNumber()}`;
  await openForm(page, 'Adult Courses', 'Create Course');
  if (!(await pickOption(page, 'Student', chance.pick(students).label))) return false;
  await page.getByLabel('Receipt Number').fill(receipt);
  await choose(page, 'Level', 'Level 3');
  await choose(page, 'Period', '3 Months');
  await choose(page, 'Transportation Type', 'Parent');
  await page.getByLabel('Price').fill('3000');
  await page.getByLabel('Paid Amount').fill(amount(chance));
  return recordSaved(device, await submit(page, 'Create Course'), receipt, 'adult-course');
};

/** Returns a random amount; repeated amounts would trigger the duplicate check. */
const amount = (chance: Random) => `${chance.whole(1, 99)}.${chance.whole(10, 99)}`;

export const installment: BrowserOperation = async ({ chance, nextNumber }, device) => {
  const { page } = device;
  const enrolments = createdBy(device, 'adult-course', 'E');
  if (enrolments.length === 0) return false;
  const receipt = `I${nextNumber()}`;
  await openForm(page, 'Adult Courses', 'Create Installment');
  if (!(await pickOption(page, 'Related Record', chance.pick(enrolments).label))) return false;
  await page.getByLabel('Receipt Number').fill(receipt);
  await page.getByLabel('Paid Amount').fill(amount(chance));
  return recordSaved(device, await submit(page, 'Create Installment'), receipt, 'adult-course');
};

export const expense: BrowserOperation = async ({ chance, nextNumber }, device) => {
  const { page } = device;
  const title = `Chalk ${nextNumber()}`;
  await openForm(page, 'General Expenses', 'Add Expenses');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Amount').fill(amount(chance));
  return recordSaved(device, await submit(page, 'Add Expenses'), title, 'expense');
};

/** Clicks a control in a random row without a problem; returns false if there is none. */
export async function clickInRandomRow(
  { chance }: Branch,
  page: Page,
  prefix: 'Edit' | 'Delete',
): Promise<boolean> {
  await main(page)
    .getByRole('table')
    .waitFor({ timeout: 3_000 })
    .catch(() => undefined);
  const control = main(page)
    .getByRole('row')
    .filter({ hasNotText: 'Needs you' })
    .locator(`[aria-label^="${prefix} "]`);
  const labels = await control.evaluateAll((all) =>
    all.map((record) => record.getAttribute('aria-label') ?? ''),
  );
  if (labels.length === 0) return false;
  const press = page.getByLabel(chance.pick(labels), { exact: true }).first();
  return press.click({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

export const edit: BrowserOperation = async (branch, { page }) => {
  await goTo(page, 'Adult Courses');
  if (!(await clickInRandomRow(branch, page, 'Edit'))) return false;
  await changeFields(branch, page);
  return submit(page, 'Save changes');
};

/** Types into one or two fields of an enrolment's form. */
export async function changeFields({ chance, nextNumber }: Branch, page: Page): Promise<void> {
  const which = chance.whole(1, 3);
  if (which !== 2) await page.getByLabel('Notes').fill(`Note ${nextNumber()}`);
  if (which !== 1) await page.getByLabel('Paid Amount').fill(amount(chance));
}

export const remove: BrowserOperation = async (branch, device) => {
  const { page } = device;
  await goTo(page, branch.chance.pick(['Students', 'Adult Courses', 'General Expenses']));
  if (!(await clickInRandomRow(branch, page, 'Delete'))) return false;
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  const gone = dialog.waitFor({ state: 'hidden', timeout: 60_000 }).then(() => true);
  const said = dialog
    .getByRole('alert')
    .waitFor({ timeout: 60_000 })
    .then(() => false);
  const done = await Promise.race([gone, said]);
  gone.catch(() => undefined);
  said.catch(() => undefined);
  if (!done) await dialog.getByRole('button', { name: 'Cancel' }).click();
  if (done) await markRemoved(branch, device);
  return done;
};

/** Marks entries as removed whose record was deleted before it was sent. */
export async function markRemoved({ log }: Branch, device: BrowserDevice): Promise<void> {
  const left = new Set((await entriesOn(device)).map(({ seq }) => seq));
  const missing = log
    .all()
    .filter(
      (saved) =>
        saved.device === device.number && !saved.acknowledged && !saved.removed && !left.has(saved.seq),
    );
  // One delete removes one create: if more are missing, they are lost and the audit must report them.
  if (missing.filter(({ mutations }) => mutations[0]?.kind === 'create').length > 1) return;
  for (const saved of missing) saved.removed = 'removed';
}

export const reload: BrowserOperation = async (_, { page }) => {
  await page.reload();
  return true;
};

/** Opens another tab in front, and keeps or closes the previous one. */
export const openTab: BrowserOperation = async ({ chance }, device) => {
  const context = device.browser.context();
  const before = device.page;
  device.page = await context.newPage();
  await device.page.goto(`${device.proxy.origin}/`);
  if (chance.happens(60) || context.pages().length > 3) await before.close();
  return true;
};

/** Closes the browser at any moment and opens it again. */
export const closeAndReopen: BrowserOperation = async (_, device) => {
  await device.browser.close();
  device.page = await device.browser.open({ offline: device.offline });
  await device.page.goto(`${device.proxy.origin}/`);
  return true;
};

export const toggleNetwork: BrowserOperation = async (_, device) => {
  device.offline = !device.offline;
  await device.browser.context().setOffline(device.offline);
  return true;
};

const profiles: readonly NetworkProfile[] = ['clear', 'clear', 'flaky', 'flaky', 'bad'];

export const changeNetworkProfile: BrowserOperation = async ({ chance }, device) => {
  device.profile = chance.pick(profiles);
  return true;
};

export const killServer: BrowserOperation = async ({ server }) => {
  await server.kill('SIGKILL');
  await server.start();
  return true;
};

/** Ends the running month or starts the next, as the manager. */
export const toggleMonth: BrowserOperation = async ({ managerApi, nextNumber }) => {
  const { status } = await managerApi.newestMonth();
  if (status === 'running') await managerApi.post(paths.toggleMonth, {});
  else await managerApi.post(paths.months, { name: `Month ${nextNumber()}` });
  return true;
};
