import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  CHECKED_ENTRIES_PATH,
  DEVICE_ENTRIES_PATH,
  evictedEntries,
  MOST_ANNOUNCED,
  type PendingEntry,
  storeEntries,
} from '#contract/device-entries.ts';
import { DEVICE } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { oldestEntryAge } from '#server/devices/entries-of-all-branches.ts';
import { deleteExpiredKeys } from '#server/idempotency/idempotency.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const { server, client: manager } = withBranch();

class Browser {
  store = randomUUID();
  cookie: string | undefined;

  async announce(client: ApiClient, entries: readonly PendingEntry[], unlisted = 0) {
    const answer = await client.send(
      'POST',
      DEVICE_ENTRIES_PATH,
      { store: this.store, entries, unlisted },
      { [DEVICE]: 'iPad 3f9a', ...(this.cookie && { cookie: this.cookie }) },
    );
    expect(answer.status).toBe(200);
    this.cookie = String(answer.headers['set-cookie']).split(';')[0];
    return evictedEntries.parse(answer.body).lost;
  }

  evict(): void {
    this.store = randomUUID();
  }
}

const entry = (amount: string | null = '500.00'): PendingEntry => ({
  key: randomUUID(),
  resource: 'adult-course',
  kind: 'create',
  amount,
  entered_at: '2026-11-21T12:05:00.000Z',
});
const arrive = async ({ key }: PendingEntry) => {
  const answer = await manager.send('POST', '/students/', { name: 'Mona' }, { 'idempotency-key': key });
  expect(answer.status).toBe(201);
};
const listed = async (client: ApiClient) =>
  pageOf(storeEntries).parse((await client.get(DEVICE_ENTRIES_PATH)).body).results;

describe('what a device lost', () => {
  it('is told at the next sign-in on that device: number, kind, sum and time of what has not arrived', async () => {
    const browser = new Browser();
    const [lost, arrived] = [entry(), entry('20.00')];
    expect(await browser.announce(manager, [lost, arrived])).toEqual([]);
    await arrive(arrived);
    browser.evict();
    const [announced] = await browser.announce(manager, []);
    expect(announced).toMatchObject({ device_name: 'iPad 3f9a', lost: true, count: 1, entries: [lost] });
  });

  it('counts what was beyond the list', async () => {
    const browser = new Browser();
    await browser.announce(
      manager,
      Array.from({ length: MOST_ANNOUNCED }, () => entry()),
      7,
    );
    browser.evict();
    expect(await browser.announce(manager, [])).toMatchObject([{ count: MOST_ANNOUNCED + 7 }]);
  });

  it('is nothing, if all arrived later, or was discarded before', async () => {
    const browser = new Browser();
    const one = entry();
    await browser.announce(manager, [one]);
    await arrive(one);
    browser.evict();
    expect(await browser.announce(manager, [entry()])).toEqual([]);
    await browser.announce(manager, []);
    browser.evict();
    expect(await browser.announce(manager, [])).toEqual([]);
  });

  it('is nothing after a log-out that kept the entries: another user has the same store', async () => {
    const browser = new Browser();
    const colleague = await server.newColleague(manager, 'staff');
    await browser.announce(colleague, [entry()]);
    expect(await browser.announce(manager, [])).toEqual([]);
    expect(await browser.announce(colleague, [entry()])).toEqual([]);
    expect((await listed(manager)).filter(({ store }) => store === browser.store)).toMatchObject([
      { user: String(colleague.userId), lost: false },
    ]);
  });

  it('is nothing in a second browser, or on a new device of the same name', async () => {
    const [browser, other] = [new Browser(), new Browser()];
    await browser.announce(manager, [entry()]);
    expect(await other.announce(manager, [])).toEqual([]);
    expect(other.cookie).not.toBe(browser.cookie);
    expect((await listed(manager)).find(({ store }) => store === browser.store)).toMatchObject({
      lost: false,
    });
  });

  it('is nothing where two databases share a cookie: Safari gives the app on the Home Screen a copy', async () => {
    const tab = new Browser();
    const [one, another] = [entry(), entry('20.00')];
    await tab.announce(manager, [one]);
    const app = Object.assign(new Browser(), { cookie: tab.cookie });
    await app.announce(manager, [another]);
    expect(await tab.announce(manager, [one])).toEqual([]);
    expect(tab.cookie).not.toBe(app.cookie);
    expect(await app.announce(manager, [another])).toEqual([]);
    const stores: string[] = [tab.store, app.store];
    const both = (await listed(manager)).filter(({ store }) => stores.includes(store));
    expect(both.map(({ lost }) => lost)).toEqual([false, false]);
  });

  it('is told to its own user alone, and to managers of the branch with the name', async () => {
    const browser = new Browser();
    const colleague = await server.newColleague(manager, 'staff');
    const stranger = await server.newClient();
    await browser.announce(colleague, [entry()]);
    const { store } = browser;
    browser.evict();
    expect(await browser.announce(manager, [])).toEqual([]);
    expect(await browser.announce(stranger, [])).toEqual([]);
    const inList = (await listed(manager)).find((one) => one.store === store);
    expect(inList).toMatchObject({ user: String(colleague.userId), lost: true, count: 1 });
    expect(inList?.user_name).not.toBe('');
    expect(await listed(stranger)).toEqual([]);
  });

  it('is told until its user or a manager has checked it', async () => {
    const browser = new Browser();
    const colleague = await server.newColleague(manager, 'staff');
    const [peer, others] = [await server.newColleague(manager, 'staff'), await server.newClient()];
    await browser.announce(colleague, [entry()]);
    const body = { store: browser.store, user: String(colleague.userId) };
    browser.evict();
    const check = async (client: ApiClient) => (await client.send('POST', CHECKED_ENTRIES_PATH, body)).status;
    expect([await check(peer), await check(others)]).toEqual([404, 404]);
    expect(await browser.announce(colleague, [])).toHaveLength(1);
    expect(await check(manager)).toBe(200);
    expect(await browser.announce(colleague, [])).toEqual([]);
    expect(
      await server.queryAsOwner('select checked_by from device_store where store = $1', [body.store]),
    ).toEqual([{ checked_by: String(manager.userId) }]);
  });

  it('is nothing, once the keys of what arrived have expired', async () => {
    const browser = new Browser();
    const one = entry();
    await browser.announce(manager, [one]);
    await arrive(one);
    await server.queryAsOwner("update idempotency set created_at = now() - interval '100 days'");
    await deleteExpiredKeys(server.db);
    await server.queryAsOwner('delete from idempotency');
    browser.evict();
    expect(await browser.announce(manager, [])).toEqual([]);
  });

  it('is refused with a message at a field that is wrong', async () => {
    const send = (body: object) => manager.send('POST', DEVICE_ENTRIES_PATH, body);
    const right = { store: randomUUID(), entries: [], unlisted: 0 };
    for (const wrong of [
      { store: 'mine' },
      { unlisted: -1 },
      { entries: [{ ...entry(), amount: '5' }] },
      { entries: Array.from({ length: MOST_ANNOUNCED + 1 }, () => entry()) },
    ])
      expect((await send({ ...right, ...wrong })).status).toBe(400);
    expect((await send(right)).status).toBe(200);
  });

  it('keeps a cookie that scripts cannot read, for this path alone', async () => {
    const { headers } = await manager.send('POST', DEVICE_ENTRIES_PATH, {
      store: randomUUID(),
      entries: [],
      unlisted: 0,
    });
    expect(headers['set-cookie']).toMatch(
      /^device=[0-9a-f-]{36}; Path=\/api\/devices\/entries\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
  });
});

it('a user announces thirty databases at most: what is announced is bounded like what is posted', async () => {
  const kept = new Browser();
  await kept.announce(manager, [entry('7.00')]);
  for (let made = 0; made < 33; made++) await new Browser().announce(manager, made < 3 ? [] : [entry()]);
  const amounts = (await listed(manager)).map(({ entries }) => entries[0]?.amount);
  expect(amounts).toHaveLength(30);
  // Empty ones went first, then the oldest.
  expect(amounts).not.toContain('7.00');
});

it('the age of the oldest entry counts one that has not arrived, and no other', async () => {
  const browser = new Browser();
  const old = { ...entry(), entered_at: '1999-11-21T12:05:00.000Z' };
  const years = async () => (await oldestEntryAge(server.db)) / (365.25 * 86_400);
  const since = new Date().getFullYear() - 2000;
  await browser.announce(manager, [entry(), old]);
  expect(await years()).toBeGreaterThan(since);
  await arrive(old);
  expect(await years()).toBeLessThan(since);
});
