import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { DEVICE_ENTRIES_PATH } from '#contract/device-entries.ts';
import { installed, signIn } from '../support/browser.ts';
import { gate } from '../support/gate.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import {
  addStudent,
  expectNothingPending,
  fillStudent,
  goTo,
  openNewStudent,
  row,
  submit,
} from './page-actions.ts';

/** Copies the one pending student in the outbox, each with its own key: "Fifty 1", "Fifty 2" and so on. */
async function multiplyPending(page: Page, count: number, name: string): Promise<void> {
  await page.evaluate(
    async ([wanted, called]) => {
      const opened = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await opened(indexedDB.open('branch-desk-outbox'));
      const store = db.transaction('outbox', 'readwrite').objectStore('outbox');
      const [{ seq: _, ...row }] = await opened(store.getAll());
      for (let at = 1; at < wanted; at += 1) {
        const id = crypto.randomUUID();
        const recordId = row.operation.recordId.replace(row.id, id);
        const entityKey = row.entityKey.replace(row.id, id);
        const operation = { ...row.operation, recordId };
        store.add({ ...row, id, operation, entityKey, body: { ...row.body, name: `${called} ${at}` } });
      }
      await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
      db.close();
    },
    [count, name] as const,
  );
}

/** Covers storage faults that only a real browser shows. */

const STUDENTS = { method: 'POST', path: '/api/students/' };
const ROWS = 100;
/** How many connections a browser opens to one server. */
const CONNECTIONS = 6;

withBranch(async () => {
  await api.post('/month/', { name: 'November' });
  await api.post('/expenses/', { title: 'Chalk', amount: '12.50' });
});

const named = async (beginning: string) =>
  (await api.all('/students/')).map(({ name }) => String(name)).filter((name) => name.startsWith(beginning));

/** Slows all writes down, and holds those after the first `passing` back until they are let go. */
function holdWrites(passing = 0): { readonly letGo: () => void; readonly held: () => number } {
  const { letGo, until } = gate();
  let sent = 0;
  const happens = () => {
    sent += 1;
    return sent > passing ? until : sleep(40);
  };
  const lift = proxy.always(STUDENTS, { kind: 'first', happens });
  return {
    letGo: () => {
      lift();
      letGo();
    },
    held: () => Math.max(0, sent - passing),
  };
}

/** Clears the databases of this device, as a storage eviction does. */
async function evict(page: Page, context: BrowserContext): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin: proxy.origin, storageTypes: 'indexeddb' });
}

test('13 a second tab saves while the first one sends: the first one shows the entry and it is sent once', async ({
  page,
  context,
}) => {
  await signIn(page, proxy.origin, branch.user);
  const other = await context.newPage();
  await other.goto(`${proxy.origin}/students`);
  const { letGo } = holdWrites();
  await addStudent(page, { name: 'Thirteen One' });
  await addStudent(other, { name: 'Thirteen Two' });
  await expect(row(page, 'Thirteen Two')).toContainText('Waiting to be sent');
  letGo();
  for (const tab of [page, other]) {
    await expectNothingPending(tab);
    await expect(row(tab, 'Thirteen Two')).not.toContainText('Waiting to be sent');
  }
  expect((await named('Thirteen')).sort()).toEqual(['Thirteen One', 'Thirteen Two']);
});

test('45 a form whose dialog is missing asks in the words of the browser before it is left', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, proxy.origin, branch.user);
  await openNewStudent(page);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half typed');
  await page.route('**/leave-dialog-*.js', (route) => route.abort());
  const asked = page.waitForEvent('dialog');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const left = menu.getByRole('link', { name: 'Books' }).first().click();
  const question = await asked;
  expect(question.message()).toContain('Leave without saving?');
  await question.dismiss();
  await left;
  await expect(name).toHaveValue('Half typed');
  await context.close();
});

test.describe('on an installed app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('46 storage evicted: the app keeps working, restarts, and shows no money it cannot know', async ({
    page,
    context,
  }) => {
    await signIn(page, proxy.origin, branch.user);
    await installed(page);
    const takeAgain = proxy.always(STUDENTS, { kind: 'drop' });
    await addStudent(page, { name: 'Evicted' });
    await expect(row(page, 'Evicted')).toContainText('Waiting to be sent');
    const announced = async () => (await api.all(DEVICE_ENTRIES_PATH)).length;
    await expect.poll(announced).toBe(1);
    takeAgain();
    const reconnect = proxy.always({}, { kind: 'drop' });

    await test.step('with the app open: evicted entries are not shown as pending, the next save arrives', async () => {
      await evict(page, context);
      await expect(row(page, 'Evicted')).toBeHidden();
      await addStudent(page, { name: 'Kept After' });
      await expect(row(page, 'Kept After')).toContainText('Waiting to be sent');
      reconnect();
      await expectNothingPending(page);
      expect(await named('Kept After')).toHaveLength(1);
      expect(await named('Evicted')).toEqual([]);
      await expect(page.getByText('1 entry that was not sent is gone;')).toBeVisible();
      await page.getByRole('button', { name: 'I have checked' }).click();
      await expect.poll(announced).toBe(0);
    });

    await test.step('started offline: no figures, and a notice about it', async () => {
      await goTo(page, 'Home');
      await expect(page.getByRole('main')).toContainText('12.50');
      // The page must be closed: an open one would store what it reads again.
      await page.goto('about:blank');
      await evict(page, context);
      await context.setOffline(true);
      await page.goto(proxy.origin);
      await expect(page.getByRole('banner')).toContainText(/offline/i);
      await expect(page.getByRole('main')).not.toContainText('12.50');
      await page.goto(`${proxy.origin}/sync`);
      await expect(page.getByRole('main')).toContainText(
        /This browser (may clear|keeps) what is stored here/,
      );
      await context.setOffline(false);
      await goTo(page, 'Home');
      await expect(page.getByRole('main')).toContainText('12.50');
    });

    await test.step('with the session gone as well: the app asks to sign in and continues', async () => {
      await page.evaluate(() => localStorage.clear());
      await evict(page, context);
      await page.goto(`${proxy.origin}/students`);
      await page.getByLabel('Email').fill(branch.user.email);
      await page.getByLabel('Password', { exact: true }).fill(branch.user.password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(row(page, 'Kept After')).toBeVisible();
    });
  });
});

test(`50 while ${ROWS} entries are sent, a form accepts input and a list opens; all arrive once`, async ({
  page,
}) => {
  await signIn(page, proxy.origin, branch.user);
  const reconnect = proxy.always({}, { kind: 'drop' });
  await addStudent(page, { name: 'Fifty 0' });
  await multiplyPending(page, ROWS, 'Fifty');
  await page.reload();
  await expect(page.getByRole('banner')).toContainText(`${ROWS} waiting`);
  // The last entries are held back: a slow machine would otherwise have sent all before the form is filled.
  const { letGo, held } = holdWrites(ROWS / 2);
  reconnect();

  await openNewStudent(page);
  await fillStudent(page, { name: 'Typed meanwhile' });
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed meanwhile');
  await submit(page, 'Add Student');
  await expect(page).toHaveURL(/\/students$/);
  // From here each write that is sent holds its connection.
  await expect.poll(async () => (await named('Fifty')).length).toBeGreaterThanOrEqual(ROWS / 2 - 1);
  // Only a read shows it: a list that was kept on the device would open without the network.
  await api.post('/expenses/', { title: 'Bought meanwhile', amount: '77.25' });
  await goTo(page, 'General Expenses');
  await expect(page.getByRole('main')).toContainText('77.25');
  expect(held()).toBeGreaterThan(0);
  expect(held()).toBeLessThan(CONNECTIONS);
  expect((await named('Fifty')).length).toBeLessThan(ROWS);

  letGo();
  await expectNothingPending(page);
  const arrived = await named('Fifty');
  expect(arrived).toHaveLength(ROWS);
  expect(new Set(arrived).size).toBe(ROWS);
  expect(await named('Typed meanwhile')).toHaveLength(1);
});
