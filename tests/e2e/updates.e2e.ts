import { expect, type Page, test } from '@playwright/test';
import { type AppFiles, serveAppFiles } from '../support/app-files.ts';
import { installed, signIn } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { gate } from '../support/gate.ts';
import { build, type Change, copySources, type SourceCopy } from '../support/source-copy.ts';
import { api, branch, withBranch } from './own-branch.ts';
import {
  addStudent,
  expectNothingPending,
  fillStudent,
  goTo,
  openNewStudent,
  row,
  show,
  submit,
} from './page-actions.ts';

/** Builds a later version of the app: a database upgrade, a new entry shape and a new field. */
const later: readonly Change[] = [
  [
    'src/app/outbox/model/entry.ts',
    /export const SCHEMA_VERSION = \d+;/,
    'export const SCHEMA_VERSION = 90;',
  ],
  [
    'src/app/outbox/store/outbox-db.ts',
    'reportStorageProblem);',
    `reportStorageProblem);
    this.version(90)
      .stores({ outbox: [...outboxIndexes, 'createdAt'].join(', ') })
      .upgrade((upgrade) => upgrade.table('outbox').toCollection().modify({ upgraded: true }));`,
  ],
  [
    'src/contract/resources/student.ts',
    "address: optionalLongText('address'),",
    "address: optionalLongText('address'),\n    nickname: optionalText(() => 'Nickname'),",
  ],
  // Compressing takes as long as building, and nothing here reads the compressed files.
  ['vite.config.ts', '    precompress(),\n', ''],
];

/** Installs the app: only an installed one is updated. */
test.use({ serviceWorkers: 'allow' });

let sources: SourceCopy;
let newer: AppFiles;
let proxy: FaultProxy;

withBranch(async () => {
  sources = copySources();
  sources.change(later);
  newer = await serveAppFiles(await build(sources, 'app'));
});
test.afterAll(async () => {
  await newer?.close();
  sources?.remove();
});
test.beforeEach(async () => {
  proxy = await startFaultProxy(branch.origin);
});
test.afterEach(() => proxy?.close());

const STUDENTS = { method: 'POST', path: '/api/students/' };
const nickname = (page: Page) => page.getByLabel(/^Nickname/);
const offer = (page: Page) => page.getByRole('region', { name: 'Update' });

async function expectArrivedOnce(page: Page, ...names: string[]): Promise<void> {
  const arrived = async () => {
    const all = (await api.all('/students/')).map(({ name }) => String(name));
    return all.filter((name) => names.includes(name)).sort();
  };
  await expect.poll(async () => new Set(await arrived()).size).toBe(names.length);
  await expectNothingPending(page);
  expect(await arrived()).toEqual(names.sort());
}

/** Makes the browser check for a newer version, as it does hourly and when the app becomes visible, and waits until that is installed. */
async function checkForUpdates(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const installing = registration?.installing;
    if (installing)
      await new Promise((done) => installing.addEventListener('statechange', done, { once: true }));
  });
}

const isUpdateWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);

/** Notes the states of the service workers. An update that is never activated fails with them: they tell which worker it waits for. */
async function workerStates(page: Page): Promise<() => string> {
  const states: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const each = versions.map(
      ({ versionId, status, runningStatus }) => `${versionId} ${status} ${runningStatus}`,
    );
    states.push(`${new Date().toISOString()} ${each.join(', ')}`);
  });
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage }) =>
    states.push(errorMessage.errorMessage),
  );
  await session.send('ServiceWorker.enable');
  return () => states.join('\n');
}

test('44 an update waits for changed forms and running send passes in every tab, and keeps pending entries', async ({
  page,
  context,
}) => {
  await signIn(page, proxy.origin, branch.user);
  await installed(page);
  const other = await context.newPage();
  await other.goto(`${proxy.origin}/work-history`);
  const reconnect = proxy.always({}, { kind: 'drop' });
  await addStudent(page, { name: 'Before the update' });
  await openNewStudent(page);
  await fillStudent(page, { name: 'Half typed' });

  await test.step('a changed form hides the update and blocks it in other tabs', async () => {
    proxy.deploy(newer.origin);
    await checkForUpdates(other);
    await show(other);
    await offer(other).getByRole('button', { name: 'Update now' }).click();
    await expect(other.getByText('Another window of Branch Desk has unsaved changes.')).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed');
    await expect(nickname(page)).toBeHidden();
  });

  const { until, letGo: answer } = gate();
  await test.step('the update is not offered while entries are being sent', async () => {
    proxy.next(STUDENTS, { kind: 'first', happens: () => until });
    reconnect();
    await submit(page, 'Add Student');
    await expect(page).toHaveURL(/\/students$/);
    await expect(page.getByRole('banner')).toContainText('Sending');
    await expect(offer(page)).toBeHidden();
    await expect(offer(other)).toBeHidden();
  });

  await test.step('then every tab switches to it with all pending entries', async () => {
    answer();
    const states = await workerStates(page);
    await expectNothingPending(page);
    const lift = proxy.always({}, { kind: 'drop' });
    await addStudent(page, { name: 'Waits for the update' });
    // The update is offered between attempts to send the entry, and says so when it meets one.
    await expect(async () => {
      if (await isUpdateWaiting(page))
        await offer(page).getByRole('button', { name: 'Update now' }).click({ timeout: 20_000 });
      expect(await isUpdateWaiting(page), `the states of the workers were\n${states()}`).toBe(false);
    }).toPass();
    for (const tab of [page, other]) {
      await openNewStudent(tab);
      await expect(nickname(tab)).toBeVisible();
    }
    await goTo(page, 'Students');
    await expect(row(page, 'Waits for the update')).toContainText('Waiting to be sent');
    lift();
    await expectArrivedOnce(page, 'Before the update', 'Half typed', 'Waits for the update');
  });
});

test('an update takes over at once, although calls of the API go on', async ({ page }) => {
  await signIn(page, proxy.origin, branch.user);
  await installed(page);
  proxy.deploy(newer.origin);
  await checkForUpdates(page);
  await expect(offer(page)).toBeVisible();
  // Calls that reach the older worker start it again when it has been stopped for the newer one, which then waits for minutes.
  await page.evaluate(() => {
    setInterval(() => void fetch('/api/health/live').catch(() => undefined), 20);
  });
  const reloaded = page.waitForEvent('load');
  await offer(page).getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await openNewStudent(page);
  await expect(nickname(page)).toBeVisible();
});

test('two versions work side by side, and the older one shows what the newer one has stored', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const old = await context.newPage();
  await signIn(old, proxy.origin, branch.user);
  const reconnect = proxy.always({}, { kind: 'drop' });
  await addStudent(old, { name: 'By the older' });
  const needsUpdate = 'A newer version of the app made it';

  await test.step('the newer version upgrades the stored data while the older one is open', async () => {
    proxy.deploy(newer.origin);
    const fresh = await context.newPage();
    await fresh.goto(`${proxy.origin}/students`);
    await expect(row(fresh, 'By the older')).toContainText('Waiting to be sent');
    await openNewStudent(fresh);
    await fillStudent(fresh, { name: 'By the newer' });
    await nickname(fresh).fill('Noor');
    await submit(fresh, 'Add Student');
    await expect(row(fresh, 'By the newer')).toContainText('Waiting to be sent');

    await addStudent(old, { name: 'By the older again' });
    await expect(row(fresh, 'By the older again')).toContainText('Waiting to be sent');
    await expect(old.getByRole('banner')).toContainText('1 needs you');
    await fresh.close();
  });

  await test.step('the older version sends its own entries and quarantines the others, also after a restart', async () => {
    proxy.deploy(branch.origin);
    await old.goto(`${proxy.origin}/sync`);
    await expect(old.getByRole('main')).toContainText(needsUpdate);
    reconnect();
    await expect(old.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await expect(old.getByRole('main')).toContainText('By the newer');
    await expect(old.getByRole('main')).toContainText(needsUpdate);
    const names = (await api.all('/students/')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['By the older', 'By the older again']));
    expect(names).not.toContain('By the newer');
  });

  await test.step('after an update, the quarantined entries are sent', async () => {
    proxy.deploy(newer.origin);
    await old.reload();
    await expectArrivedOnce(old, 'By the older', 'By the newer', 'By the older again');
  });
  await context.close();
});
