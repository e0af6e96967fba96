import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Api, signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { captivePortal, type FaultProxy, type ProxyFault, startFaultProxy } from '../support/fault-proxy.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { ownBranch } from '../support/shared-server.ts';
import {
  expectNothingPending,
  fillStudent,
  goTo,
  openNewStudent,
  readyForOffline,
  row,
  submit,
  takeInstallment,
} from './page-actions.ts';
import { prepareEnrolment } from './prepared-enrolment.ts';

test.describe.configure({ mode: 'parallel' });

const STUDENTS = { method: 'POST', path: '/api/students/' };

let proxy: FaultProxy;
let api: Api;

/** Saves a student from the form and waits for the list. */
async function save(page: Page, name: string): Promise<void> {
  await openNewStudent(page);
  await fillStudent(page, { name });
  await submit(page, 'Add Student');
  await expect(page).toHaveURL(/\/students$/);
}

async function onServer(name: string): Promise<number> {
  return (await api.all('/students/')).filter((one) => one.name === name).length;
}

/** Checks that the student is on the server once, is listed, and nothing is pending. */
async function expectArrivedOnce(page: Page, name: string): Promise<void> {
  await expectNothingPending(page);
  await goTo(page, 'Students');
  await expect(row(page, name)).toHaveCount(1);
  await expect(row(page, name)).not.toContainText('Waiting to be sent');
  expect(await onServer(name)).toBe(1);
}

/** Faults that a browser tells apart by itself; statuses and doubled requests are in tests/chaos and network-faults.test.ts. */
const faultCases: readonly (readonly [string, readonly ProxyFault[]])[] = [
  ['a captive portal', [captivePortal, captivePortal]],
  ['a redirect to a login page', [{ kind: 'answer', status: 302, headers: { location: '/guest-network' } }]],
  ['a connection that breaks', [{ kind: 'drop' }, { kind: 'drop' }]],
  ['answers that are lost', [{ kind: 'swallow' }, { kind: 'swallow' }, { kind: 'swallow' }]],
  ['an answer that breaks off', [{ kind: 'truncate' }]],
  ['a slow way back', [{ kind: 'delay', milliseconds: 6_000 }]],
];

test.describe('on one device, without a service worker', () => {
  // The tests share a page: starting the app takes longer than a test.
  test.describe.configure({ mode: 'default' });
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    const branch = await ownBranch();
    api = await signedInApi(branch.origin, branch.user);
    proxy = await startFaultProxy(branch.origin);
    page = await browser.newPage();
    await signIn(page, proxy.origin, branch.user);
  });
  test.afterAll(async () => {
    await page?.close();
    await proxy?.close();
  });

  for (const [fault, faults] of faultCases) {
    test(`${fault}: saved once`, async () => {
      proxy.next(STUDENTS, ...faults);
      await save(page, fault);
      await expectArrivedOnce(page, fault);
      expect(proxy.remainingFaults()).toBe(0);
      const isSave = ({ method, path, body }: FaultProxy['passages'][number]) =>
        method === 'POST' && path === STUDENTS.path && body.includes(`"${fault}"`);
      const saves = proxy.passages.filter(isSave);
      expect(new Set(saves.map(({ key }) => key)).size).toBe(1);
      expect(new Set(saves.map(({ body }) => body)).size).toBe(1);
    });
  }

  test('a record is shown as pending until the server acknowledges it', async () => {
    const stopFault = proxy.always(STUDENTS, captivePortal);
    await save(page, 'Nadia Fouad');
    await expect(row(page, 'Nadia Fouad')).toContainText('Waiting to be sent');
    expect(await onServer('Nadia Fouad')).toBe(0);
    stopFault();
    await expectArrivedOnce(page, 'Nadia Fouad');
  });

  test('a save works offline although navigator.onLine is true', async () => {
    const stopFault = proxy.always({}, { kind: 'drop' });
    await save(page, 'Hany Sami');
    await expect(page.getByRole('banner')).toContainText(/offline/i);
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    stopFault();
    await expectArrivedOnce(page, 'Hany Sami');
  });

  test('a double tap saves once', async () => {
    const stopDelay = proxy.always(STUDENTS, { kind: 'delay', milliseconds: 300 });
    await openNewStudent(page);
    await fillStudent(page, { name: 'Tapped Twice' });
    await page.getByRole('main').getByRole('button', { name: 'Add Student' }).dblclick();
    await expect(page).toHaveURL(/\/students$/);
    await expectArrivedOnce(page, 'Tapped Twice');
    stopDelay();
  });
});

test.describe('on one device with a server of its own', () => {
  // The tests share a device, too. The last one logs out.
  test.describe.configure({ mode: 'default' });
  let server: RunningServer;
  let page: Page;
  let context: BrowserContext;
  /** An enrolment with a price of 100.00 and nothing paid, on receipt 2001. */
  let owing: unknown;

  test.beforeAll(async ({ browser }) => {
    server = await startServer();
    api = await signedInApi(server.origin);
    const enrolment = { student: 'Paid Elsewhere', receipt: '2001', price: '100', paid: '0' };
    owing = (await prepareEnrolment(api, enrolment)).id;
    proxy = await startFaultProxy(server.origin);
    context = await browser.newContext();
    page = await context.newPage();
    await signIn(page, proxy.origin);
    await readyForOffline(page, proxy);
  });
  test.afterAll(async () => {
    await context?.close();
    await proxy?.close();
    await server?.remove();
  });

  test('a write survives a kill of the server', async () => {
    const names = ['Killed One', 'Killed Two', 'Killed Three'];
    const stopDelay = proxy.always(STUDENTS, { kind: 'delay', milliseconds: 50 });
    await context.setOffline(true);
    for (const name of names) await save(page, name);
    await context.setOffline(false);
    await expect
      .poll(() => proxy.passages.some(({ path, method }) => method === 'POST' && path === STUDENTS.path))
      .toBe(true);
    await server.kill('SIGKILL');
    await server.start();
    stopDelay();
    for (const name of names) await expectArrivedOnce(page, name);
  });

  test('two tabs send pending entries once', async () => {
    const other = await context.newPage();
    await other.goto(`${proxy.origin}/students`);
    await context.setOffline(true);
    await save(page, 'From the first tab');
    await goTo(other, 'Students');
    await save(other, 'From the second tab');
    await expect(row(page, 'From the second tab')).toContainText('Waiting to be sent');
    await context.setOffline(false);
    for (const name of ['From the first tab', 'From the second tab']) {
      await expectArrivedOnce(page, name);
      await expectArrivedOnce(other, name);
    }
    await other.close();
  });

  test('only an entry that the server rejects requires user action', async () => {
    await goTo(page, 'Adult Courses');
    await expect(row(page, '2001')).toBeVisible();
    await context.setOffline(true);
    await takeInstallment(page, { student: 'Paid Elsewhere', receipt: '2002', paid: '100' });
    await save(page, 'After the refused one');
    await api.post('/adult-course/', {
      related_record: owing,
      receipt_number: '2003',
      paid_amount: '60',
      is_installment: true,
    });
    await context.setOffline(false);
    await expect(page.getByRole('banner')).toContainText('1 needs you', { timeout: 30_000 });
    await expect.poll(() => onServer('After the refused one')).toBe(1);
    await goTo(page, 'Adult Courses');
    await expect(row(page, '2002')).toContainText('Needs you');
    await expect(row(page, '2001')).toContainText('40.00');

    await page
      .getByRole('banner')
      .getByRole('button', { name: /needs? you/i })
      .click();
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText('Only L.E. 40.00 remains to be paid.');
    await panel.getByRole('button', { name: /^Discard:/ }).click();
    await panel.getByLabel('It was a mistake').check();
    await panel.getByRole('button', { name: 'Discard', exact: true }).click();
    await panel.getByRole('button', { name: /^Close/ }).click();
    await expectNothingPending(page);
    expect((await api.all('/adult-course/')).map((one) => one.receipt_number).sort()).toEqual([
      '2001',
      '2003',
    ]);
  });

  test('logging out with pending payments asks first, keeps them and hides them from other users', async () => {
    proxy.always(STUDENTS, { kind: 'drop' });
    await save(page, 'Kept On This Device');
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    const question = page.getByRole('alertdialog', { name: 'Not everything is sent' });
    await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeVisible({ timeout: 30_000 });
    await question.getByRole('button', { name: 'Log out (keep unsent entries here)' }).click();
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByText('1 unsent entry is kept here until its owner signs in again.')).toBeVisible();
    await expect(page.locator('body')).not.toContainText('Kept On This Device');
    expect(await onServer('Kept On This Device')).toBe(0);
  });
});
