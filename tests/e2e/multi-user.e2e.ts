import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { pageOf } from '#contract/paging.ts';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { cachedQueries } from '../support/cached-queries.ts';
import type { Person } from '../support/extra-users.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { ownBranch } from '../support/shared-server.ts';
import { storedOnDevice } from '../support/stored-on-device.ts';
import { api, branch, withBranch } from './own-branch.ts';
import {
  addStudent,
  enrol,
  expectIncome,
  expectNothingPending,
  goTo,
  logOut,
  readyForOffline,
  row,
  signInAs,
} from './page-actions.ts';

let second: Person;
let elsewhere: Person;
let proxy: FaultProxy;

withBranch(async () => {
  second = await branch.addPerson('second', 'Salma');
  elsewhere = (await ownBranch()).user;
  await api.post('/month/', { name: 'November' });
  await api.post('/students/', { name: 'Mona Adel' });
});
test.beforeEach(async () => {
  proxy = await startFaultProxy(branch.origin);
});
test.afterEach(() => proxy?.close());

/** Returns the email of each user who created a student of this name. */
async function creatorsOf(name: string): Promise<unknown[]> {
  const created = `${HISTORY_PATH}?resource=student&no_pagination=true`;
  const history = pageOf(historyEntry).parse(await api.get(created)).results;
  const made = history.filter(({ action, title }) => action === 'created' && title === name);
  return made.map(({ user }) => user);
}

/** Waits until exactly these users have created a student of this name. */
async function expectCreators(name: string, ...users: readonly Person[]): Promise<void> {
  const expected = await Promise.all(users.map(idOf));
  await expect.poll(() => creatorsOf(name)).toEqual(expected);
}

async function idOf(user: Person): Promise<string> {
  const { id } = z
    .object({ id: z.string() })
    .parse(await (await signedInApi(branch.origin, user)).get('/auth/user/'));
  return id;
}

const sentNames = () =>
  proxy.passages
    .filter(({ method, body }) => method === 'POST' && body.includes('"name"'))
    .map(({ body }) => body);

/** Returns the stored query cache and boot cache of this device. */
const keptByCable = async (page: Page) =>
  JSON.stringify([await cachedQueries(page), await page.evaluate(() => ({ ...localStorage }))]);

test('on a shared device each of three users sees and sends only their own entries', async ({
  page,
  context,
}) => {
  await test.step('the first user saves offline and logs out', async () => {
    await signIn(page, proxy.origin, branch.user);
    await readyForOffline(page, proxy);
    await context.setOffline(true);
    await addStudent(page, { name: 'Kept By The First' });
    await enrol(page, { student: 'Kept By The First', receipt: '7001', price: '900', paid: '777' });
    await logOut(page, { keeping: true });
    await expect(
      page.getByText('2 unsent entries are kept here until their owners sign in again.'),
    ).toBeVisible();
    await expect(async () => {
      const outbox = await storedOnDevice(page, 'branch-desk-outbox', 'outbox');
      const [student, course] = [{ body: {} }, { body: {} }];
      expect(outbox).toMatchObject([student, course].map((row) => ({ ...row, state: 'encrypted' })));
    }).toPass();
    await expect(page.locator('body')).not.toContainText(/Kept By|7001|777|Branch Staff/);
    expect(await keptByCable(page)).not.toMatch(/Mona Adel|Kept By|Branch Staff/);
    await context.setOffline(false);
  });

  await test.step('the second user neither sees nor sends those entries', async () => {
    await signInAs(page, second);
    await expect(page.getByRole('banner')).toContainText('Salma');
    await expect(page.getByRole('banner')).not.toContainText('Branch Staff');
    await addStudent(page, { name: 'Made By The Second' });
    await expectNothingPending(page);
    await expect(row(page, 'Made By The Second')).toBeVisible();
    await expect(row(page, 'Mona Adel')).toBeVisible();
    await expect(row(page, 'Kept By The First')).toHaveCount(0);
    await expectIncome(page, '0.00');
    await goTo(page, 'Adult Courses');
    await expect(page.getByRole('main')).not.toContainText('7001');
    expect(sentNames().filter((body) => body.includes('Kept By'))).toEqual([]);
    await logOut(page, { keeping: false });
  });

  await test.step('a user of another branch sees nothing of this branch', async () => {
    await signInAs(page, elsewhere);
    await expect(page.getByRole('banner')).toContainText(elsewhere.branch);
    await addStudent(page, { name: 'Made In Giza' });
    await expectNothingPending(page);
    await expect(row(page, 'Made In Giza')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/Mona Adel|Kept By|Made By/);
    expect(sentNames().filter((body) => body.includes('Kept By'))).toEqual([]);
    await logOut(page, { keeping: false });
  });

  await test.step('when the first user is back, the entries are sent once in their name', async () => {
    await signInAs(page, branch.user);
    await expectNothingPending(page);
    await goTo(page, 'Students');
    await expect(row(page, 'Kept By The First')).toHaveCount(1);
    await expect(row(page, 'Made In Giza')).toHaveCount(0);
    await expectIncome(page, '777.00');
    await expectCreators('Kept By The First', branch.user);
    await expectCreators('Made By The Second', second);
    const paid = async () =>
      (await api.all('/adult-course/'))
        .filter(({ receipt_number }) => receipt_number === '7001')
        .map(({ paid_amount }) => paid_amount);
    await expect.poll(paid).toEqual(['777.00']);
  });
});
