import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Api, signedInApi } from '../support/api.ts';
import { installed, signIn } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { multiplyPending } from '../support/pending-entries.ts';
import { firstUser, type RunningServer, startServer } from '../support/running-server.ts';
import {
  addStudent,
  expectNothingWaiting,
  fillStudent,
  goTo,
  openNewStudent,
  row,
  submit,
} from './page-actions.ts';

/** What happens on the device itself, where only a real browser behaves as one. */

test.describe.configure({ mode: 'parallel' });

const STUDENTS = { method: 'POST', path: '/api/students/' };
const ROWS = 500;

let server: RunningServer;
let proxy: FaultProxy;
let api: Api;

test.beforeAll(async () => {
  server = await startServer();
  api = await signedInApi(server.origin);
  await api.post('/month/', { name: 'November' });
  await api.post('/expenses/', { title: 'Chalk', amount: '12.50' });
});
test.afterAll(() => server?.remove());
test.beforeEach(async () => {
  proxy = await startFaultProxy(server.origin);
});
test.afterEach(() => proxy?.close());

const named = async (beginning: string) =>
  (await api.all('/students/')).map(({ name }) => String(name)).filter((name) => name.startsWith(beginning));

/** Whatever is sent hangs on its way until the answered function is called. */
function holdBack(): () => void {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const lift = proxy.always(STUDENTS, { kind: 'first', happens: () => until });
  return () => {
    lift();
    letGo();
  };
}

/** The browser clears the databases of this device, as it does when the device runs out of room. */
async function evict(page: Page, context: BrowserContext): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin: proxy.origin, storageTypes: 'indexeddb' });
}

test('13 a second tab saves while the first one sends: the first one shows it, and it goes once', async ({
  page,
  context,
}) => {
  await signIn(page, proxy.origin);
  const other = await context.newPage();
  await other.goto(`${proxy.origin}/students`);
  const letGo = holdBack();
  await addStudent(page, { name: 'Thirteen One' });
  await addStudent(other, { name: 'Thirteen Two' });
  await expect(row(page, 'Thirteen Two')).toContainText('Waiting to be sent');
  letGo();
  for (const tab of [page, other]) {
    await expectNothingWaiting(tab);
    await expect(row(tab, 'Thirteen Two')).not.toContainText('Waiting to be sent');
  }
  expect((await named('Thirteen')).sort()).toEqual(['Thirteen One', 'Thirteen Two']);
});

test('45 a page that is not on the device yet says so without a network, and comes by itself', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, proxy.origin);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Al Nour');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Work History' }).click();
  await expect(heading).toHaveText('This page is not on this device yet');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.setOffline(false);
  await expect(heading).toHaveText('Work History');
  await context.close();
});

test('45 parts that are not on the device take nothing of a form along: it goes on without them', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, proxy.origin);
  await goTo(page, 'Students');
  await openNewStudent(page);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half typed');
  await context.setOffline(true);

  await test.step('a calendar: the day can be typed instead', async () => {
    await page.getByRole('button', { name: /^Pick a date: / }).click();
    const panel = page.getByRole('dialog', { name: /: pick a day$/ });
    await expect(panel.getByRole('alert')).toContainText('Type the day instead');
    await expect(name).toHaveValue('Half typed');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByRole('alert')).toContainText('Type the day instead');
    await page.keyboard.press('Escape');
    const birthdate = page.getByRole('textbox', { name: /^Birthdate/ });
    await birthdate.fill('17/5/2015');
    await birthdate.blur();
    await expect(birthdate).toHaveValue('17/5/2015');
    await expect(name).toHaveValue('Half typed');
    await context.setOffline(false);
  });

  await test.step('the question before it is left is asked all the same', async () => {
    await page.route('**/leave-dialog-*.js', (route) => route.abort());
    const asked = page.waitForEvent('dialog');
    const leaving = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Books' })
      .first();
    const left = leaving.click();
    const question = await asked;
    expect(question.message()).toContain('Leave without saving?');
    await question.dismiss();
    await left;
    await expect(name).toHaveValue('Half typed');
  });
  await context.close();
});

test('46 storage evicted: the app works on, starts again, and shows no money that it can’t know', async ({
  page,
  context,
}) => {
  await signIn(page, proxy.origin);
  await installed(page);
  const reconnect = proxy.always({}, { kind: 'drop' });
  await addStudent(page, { name: 'Evicted' });
  await expect(row(page, 'Evicted')).toContainText('Waiting to be sent');

  await test.step('under an open window: what is gone is not shown as waiting, what is saved next arrives', async () => {
    await evict(page, context);
    await expect(row(page, 'Evicted')).toBeHidden();
    await expect(page.getByText('1 entry that was not sent yet is gone.')).toBeVisible();
    await page.getByRole('button', { name: 'I have checked' }).click();
    await addStudent(page, { name: 'Kept After' });
    await expect(row(page, 'Kept After')).toContainText('Waiting to be sent');
    reconnect();
    await expectNothingWaiting(page);
    expect(await named('Kept After')).toHaveLength(1);
    expect(await named('Evicted')).toEqual([]);
  });

  await test.step('started without a network: no figures, and it says so', async () => {
    await goTo(page, 'Home');
    await expect(page.getByRole('main')).toContainText('12.50');
    // Not under the open page: what that reads again meanwhile is kept again.
    await page.goto('about:blank');
    await evict(page, context);
    await context.setOffline(true);
    await page.goto(proxy.origin);
    await expect(page.getByRole('banner')).toContainText(/offline/i);
    await expect(page.getByRole('main')).not.toContainText('12.50');
    await page.goto(`${proxy.origin}/sync`);
    await expect(page.getByRole('main')).toContainText(/This browser (may clear|keeps) what is stored here/);
    await context.setOffline(false);
    await goTo(page, 'Home');
    await expect(page.getByRole('main')).toContainText('12.50');
  });

  await test.step('with the session gone as well: it asks to sign in, and goes on', async () => {
    await page.evaluate(() => localStorage.clear());
    await evict(page, context);
    await page.goto(`${proxy.origin}/students`);
    await page.getByLabel('Email').fill(firstUser.email);
    await page.getByLabel('Password', { exact: true }).fill(firstUser.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(row(page, 'Kept After')).toBeVisible();
  });
});

test(`50 while ${ROWS} rows are sent, a form is typed into and a list opens; all of them arrive once`, async ({
  page,
}) => {
  await signIn(page, proxy.origin);
  const reconnect = proxy.always({}, { kind: 'drop' });
  await addStudent(page, { name: 'Fifty 0' });
  await multiplyPending(page, ROWS, 'Fifty');
  await page.reload();
  await expect(page.getByRole('banner')).toContainText(`${ROWS} waiting`);
  const calm = proxy.always(STUDENTS, { kind: 'delay', milliseconds: 40 });
  reconnect();

  await openNewStudent(page);
  await fillStudent(page, { name: 'Typed meanwhile' });
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed meanwhile');
  await submit(page, 'Add Student');
  await expect(page).toHaveURL(/\/students$/);
  await goTo(page, 'General Expenses');
  await expect(page.getByRole('main')).toContainText('12.50');
  expect((await named('Fifty')).length).toBeLessThan(ROWS);

  calm();
  await expectNothingWaiting(page);
  const arrived = await named('Fifty');
  expect(arrived).toHaveLength(ROWS);
  expect(new Set(arrived).size).toBe(ROWS);
  expect(await named('Typed meanwhile')).toHaveLength(1);
});
