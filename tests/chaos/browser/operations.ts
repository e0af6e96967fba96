import type { Page } from '@playwright/test';
import { paths } from '#contract/http.ts';
import type { Random } from '#server/demo/seeded-random.ts';
import { choose, goTo } from '../../e2e/page-actions.ts';
import type { Api } from '../../support/api.ts';
import type { RunningServer } from '../../support/running-server.ts';
import type { NetworkProfile } from '../network-conditions.ts';
import type { OperationLog } from '../operation-log.ts';
import { type BrowserDevice, type ExpectedRecord, rowsOn } from './tablet.ts';

/** A branch whose people have nothing but the screen. */
export interface Branch {
  readonly server: RunningServer;
  readonly office: Api;
  readonly chance: Random;
  readonly ledger: OperationLog;
  /** A number that was not given before: for names, receipts and titles. */
  readonly next: () => number;
}

/** Something that a person does. Answers false where there was nothing to do it to, or the screen refused it. */
export type BrowserOperation = (branch: Branch, tablet: BrowserDevice) => Promise<boolean>;

const main = (page: Page) => page.getByRole('main');

/** Presses the button of a form and waits for what comes of it: the form is left, or it says why not. */
async function saves(page: Page, label: string): Promise<boolean> {
  const form = page.url();
  await main(page).getByRole('button', { name: label, exact: true }).click();
  const refused = main(page).getByRole('alert').or(main(page).locator('[aria-invalid=true]')).first();
  const left = page.waitForURL((url) => url.href !== form, { timeout: 60_000 }).then(() => true);
  const stays = refused.waitFor({ timeout: 60_000 }).then(() => false);
  const saved = await Promise.race([left, stays]);
  left.catch(() => undefined);
  stays.catch(() => undefined);
  if (!saved) await leave(page);
  return saved;
}

/** Gives up a form, whether or not anything was begun in it. */
async function leave(page: Page): Promise<void> {
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

/** Picks what these words find; where they find nothing, since somebody has deleted it, the form is left. */
async function picks(page: Page, label: string, words: string): Promise<boolean> {
  const picker = page.getByRole('combobox', { name: label });
  await picker.click();
  await picker.fill(words);
  const option = page.getByRole('option', { name: new RegExp(`${words}(?!\\d)`) }).first();
  await option.or(page.getByText('No option found.')).waitFor();
  if (await option.isVisible()) {
    await option.click();
    return true;
  }
  await picker.press('Escape');
  await leave(page);
  return false;
}

/** Opens the form behind a link of a list. */
async function openForm(page: Page, entry: string, link: string): Promise<void> {
  await goTo(page, entry);
  await main(page).getByRole('link', { name: link, exact: true }).first().click();
  await main(page).getByRole('link', { name: 'Back' }).waitFor();
}

/** Notes what the screen has just called saved. */
function promise(
  tablet: BrowserDevice,
  saved: boolean,
  mark: string,
  about: ExpectedRecord['about'],
): boolean {
  if (saved) tablet.promised.push({ mark, about });
  return saved;
}

/** Names, in the words of marks, of what this tablet has entered. */
const entered = ({ promised }: BrowserDevice, about: ExpectedRecord['about'], begins: string) =>
  promised.filter((one) => one.about === about && one.mark.startsWith(begins));

const student: BrowserOperation = async ({ next }, tablet) => {
  const { page } = tablet;
  const name = `Pupil ${next()}`;
  await openForm(page, 'Students', 'Add Student');
  await page.getByLabel('Name', { exact: true }).fill(name);
  return promise(tablet, await saves(page, 'Add Student'), name, 'student');
};

const enrolment: BrowserOperation = async ({ chance, next }, tablet) => {
  const { page } = tablet;
  const students = entered(tablet, 'student', 'Pupil');
  if (students.length === 0) return false;
  const receipt = `E${next()}`;
  await openForm(page, 'Adult Courses', 'Create Course');
  if (!(await picks(page, 'Student', chance.pick(students).mark))) return false;
  await page.getByLabel('Receipt Number').fill(receipt);
  await choose(page, 'Level', 'Level 3');
  await choose(page, 'Period', '3 Months');
  await choose(page, 'Transportation Type', 'Parent');
  await page.getByLabel('Price').fill('3000');
  await page.getByLabel('Paid Amount').fill(amount(chance));
  return promise(tablet, await saves(page, 'Create Course'), receipt, 'adult-course');
};

/** Hardly ever the same twice: the app asks about a payment that looks like the one before. */
const amount = (chance: Random) => `${chance.whole(1, 99)}.${chance.whole(10, 99)}`;

const installment: BrowserOperation = async ({ chance, next }, tablet) => {
  const { page } = tablet;
  const enrolments = entered(tablet, 'adult-course', 'E');
  if (enrolments.length === 0) return false;
  const receipt = `I${next()}`;
  await openForm(page, 'Adult Courses', 'Create Installment');
  if (!(await picks(page, 'Related Record', chance.pick(enrolments).mark))) return false;
  await page.getByLabel('Receipt Number').fill(receipt);
  await page.getByLabel('Paid Amount').fill(amount(chance));
  return promise(tablet, await saves(page, 'Create Installment'), receipt, 'adult-course');
};

const expense: BrowserOperation = async ({ chance, next }, tablet) => {
  const { page } = tablet;
  const title = `Chalk ${next()}`;
  await openForm(page, 'General Expenses', 'Add Expenses');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Amount').fill(amount(chance));
  return promise(tablet, await saves(page, 'Add Expenses'), title, 'expense');
};

/** Presses a control of any row that nobody has to look at first. Answers false where there is none, or no longer when it is reached for. */
async function pressInAnyRow({ chance }: Branch, page: Page, begins: 'Edit' | 'Delete'): Promise<boolean> {
  await main(page)
    .getByRole('table')
    .waitFor({ timeout: 3_000 })
    .catch(() => undefined);
  const control = main(page)
    .getByRole('row')
    .filter({ hasNotText: 'Needs you' })
    .locator(`[aria-label^="${begins} "]`);
  const labels = await control.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  if (labels.length === 0) return false;
  const press = page.getByLabel(chance.pick(labels), { exact: true }).first();
  return press.click({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

const edit: BrowserOperation = async (branch, { page }) => {
  await goTo(page, 'Adult Courses');
  if (!(await pressInAnyRow(branch, page, 'Edit'))) return false;
  await page.getByLabel('Notes').fill(`Note ${branch.next()}`);
  await page.getByLabel('Paid Amount').fill(amount(branch.chance));
  return saves(page, 'Save changes');
};

const remove: BrowserOperation = async (branch, tablet) => {
  const { page } = tablet;
  await goTo(page, branch.chance.pick(['Students', 'Adult Courses', 'General Expenses']));
  if (!(await pressInAnyRow(branch, page, 'Delete'))) return false;
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
  if (done) await withdraw(branch, tablet);
  return done;
};

/** What was entered and deleted again before it was ever sent is off the tablet, with what hung on it. */
async function withdraw({ ledger }: Branch, tablet: BrowserDevice): Promise<void> {
  const left = new Set((await rowsOn(tablet)).map(({ seq }) => seq));
  const off = ledger
    .all()
    .filter((place) => place.device === tablet.number && !place.done && !place.gone && !left.has(place.seq));
  // One delete takes back one create: where more are off the tablet, they are lost, and the audit shall say so.
  if (off.filter(({ writes }) => writes[0]?.kind === 'create').length > 1) return;
  for (const place of off) place.gone = 'removed';
}

const reload: BrowserOperation = async (_, { page }) => {
  await page.reload();
  return true;
};

/** A second tab stands in front of the first, which goes on beside it or is closed. */
const anotherTab: BrowserOperation = async ({ chance }, tablet) => {
  const context = tablet.device.context();
  const before = tablet.page;
  tablet.page = await context.newPage();
  await tablet.page.goto(`${tablet.proxy.origin}/`);
  if (chance.happens(60) || context.pages().length > 3) await before.close();
  return true;
};

/** The tablet is switched off in the middle of whatever it does, and on again. */
const closeAndReopen: BrowserOperation = async (_, tablet) => {
  await tablet.device.close();
  tablet.page = await tablet.device.open({ offline: tablet.offline });
  await tablet.page.goto(`${tablet.proxy.origin}/`);
  return true;
};

const network: BrowserOperation = async (_, tablet) => {
  tablet.offline = !tablet.offline;
  await tablet.device.context().setOffline(tablet.offline);
  return true;
};

const skies: readonly NetworkProfile[] = ['clear', 'clear', 'gusty', 'gusty', 'storm'];

const weather: BrowserOperation = async ({ chance }, tablet) => {
  tablet.sky = chance.pick(skies);
  return true;
};

const killServer: BrowserOperation = async ({ server }) => {
  await server.kill('SIGKILL');
  await server.start();
  return true;
};

/** Ends the running month, or starts the next: what the manager does in the office, with a connection of its own. */
const turnMonth: BrowserOperation = async ({ office, next }) => {
  const { status } = await office.newestMonth();
  if (status === 'running') await office.post(paths.toggleMonth, {});
  else await office.post(paths.months, { name: `Month ${next()}` });
  return true;
};

/** What may happen, with how often. */
export const browserOperations: readonly (readonly [share: number, name: string, deed: BrowserOperation])[] =
  [
    [12, 'student', student],
    [14, 'enrolment', enrolment],
    [20, 'installment', installment],
    [8, 'expense', expense],
    [10, 'edit', edit],
    [6, 'delete', remove],
    [8, 'offline or online', network],
    [6, 'weather', weather],
    [5, 'reload', reload],
    [4, 'another tab', anotherTab],
    [3, 'close and reopen', closeAndReopen],
    [2, 'server killed', killServer],
    [2, 'month', turnMonth],
  ];
