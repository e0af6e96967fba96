import { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore } from '@tanstack/react-query-persist-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearTokens, ownerKey, storeTokens } from '#app/api/session.ts';
import { CacheDb, dropExpiredQueries, wipeQueriesOfOthers } from '#app/cache/device/cache-db.ts';
import { QueryPersister } from '#app/cache/device/query-persister.ts';
import { CACHE_MAX_AGE, untilHydrated } from '#app/cache/query-client.ts';
import { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { FakeServer } from '../outbox/fake-server.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };
const MANY = 1_000;

let db: CacheDb;
let stops: (() => void)[];

beforeEach(async () => {
  db = new CacheDb();
  await db.queries.clear();
  stops = [];
  storeTokens(new FakeServer().signIn('mona'));
});

afterEach(() => {
  for (const stop of stops) stop();
  db.close();
});

/** Creates a client as the app does: it hydrates requested queries and persists changed ones. */
function open(owner = mona) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  const store = new QueryPersister(owner, db);
  stops.push(store.watch(client), () => client.clear());
  return { client, store };
}

const persisted = { persist: true };
const read = (client: QueryClient, name: string, data: unknown = { name }) =>
  client.fetchQuery({ queryKey: [name], queryFn: () => data, meta: persisted });

async function fill(count: number, owner = mona) {
  const now = Date.now();
  const queries = Array.from({ length: count }, (_, at) => ({
    owner: ownerKey(owner),
    hash: JSON.stringify([`query ${at}`]),
    queryKey: [`query ${at}`],
    data: { at },
    dataUpdatedAt: now - count + at,
    shape: 1,
  }));
  await db.queries.bulkPut(queries);
}

describe('persisting queries', () => {
  it('stores each query under its own key, and only queries marked as persistent', async () => {
    const { client, store } = open();
    await read(client, 'students');
    await client.fetchQuery({ queryKey: ['search'], queryFn: () => 1 });
    await store.flush();
    expect((await db.queries.toArray()).map(({ hash, data }) => [hash, data])).toEqual([
      ['["students"]', { name: 'students' }],
    ]);
  });

  it('writes only changed queries, whatever the size of the cache', async () => {
    const put = vi.spyOn(db.queries, 'bulkPut');
    const { client, store } = open();
    for (let at = 0; at < MANY; at++) client.setQueryData([`query ${at}`], at);
    for (let at = 0; at < MANY; at++) await read(client, `query ${at}`);
    await store.flush();
    put.mockClear();
    await read(client, 'query 7', { name: 'changed' });
    await store.flush();
    await store.flush();
    expect(put.mock.calls.map(([queries]) => queries)).toMatchObject([[{ data: { name: 'changed' } }]]);
  });

  it('36 quota on cache write: the older half is deleted in one step, the new query is stored, the outbox is intact', async () => {
    await fill(10);
    const outbox = new OutboxDb();
    await outbox.facts.put({ key: 'kept', value: true });
    const put = db.queries.bulkPut.bind(db.queries);
    vi.spyOn(db.queries, 'bulkPut')
      .mockRejectedValueOnce(
        Object.assign(new Error('Full'), { name: 'AbortError', inner: { name: 'QuotaExceededError' } }),
      )
      .mockImplementation(put as never);
    const { client, store } = open();
    await read(client, 'new');
    await store.flush();
    const hashes = (await db.queries.orderBy('dataUpdatedAt').toArray()).map(({ hash }) => hash);
    expect(hashes).toEqual([5, 6, 7, 8, 9].map((at) => `["query ${at}"]`).concat('["new"]'));
    expect(await outbox.facts.get('kept')).toBeDefined();
    outbox.close();
  });

  it('deletes all queries of a user at sign-out, and a late write restores none', async () => {
    const { client, store } = open();
    await read(client, 'students');
    await store.flush();
    await read(client, 'late');
    clearTokens();
    await wipeQueriesOfOthers(new Set());
    await store.flush();
    expect(await db.queries.count()).toBe(0);
  });
});

describe('hydrating queries', () => {
  const restore = async ({ client, store }: ReturnType<typeof open>) => {
    await persistQueryClientRestore({
      queryClient: client,
      persister: store.persister,
      maxAge: CACHE_MAX_AGE,
    });
    return client;
  };

  it('hydrates stored queries and does not write them again', async () => {
    const first = open();
    await read(first.client, 'students');
    await first.store.flush();
    const put = vi.spyOn(db.queries, 'bulkPut');
    const second = open();
    const client = await restore(second);
    expect(client.getQueryData(['students'])).toEqual({ name: 'students' });
    await second.store.flush();
    expect(put).not.toHaveBeenCalled();
  });

  it('hydrates a bounded number of the newest queries at launch, and any other on first use', async () => {
    await fill(MANY);
    const opened = open();
    const client = await restore(opened);
    expect(client.getQueryCache().getAll().length).toBeLessThan(100);
    expect(client.getQueryData([`query ${MANY - 1}`])).toEqual({ at: MANY - 1 });
    const old = client.getQueryCache().build(client, { queryKey: ['query 3'], meta: persisted });
    expect(old.state.data).toBeUndefined();
    await untilHydrated(client, ['query 3']);
    expect(old.state).toMatchObject({ data: { at: 3 }, status: 'success' });
  });

  it('never overwrites newer data with stored data', async () => {
    await fill(1);
    const { client } = open();
    client.getQueryCache().build(client, { queryKey: ['query 0'], meta: persisted });
    client.setQueryData(['query 0'], 'newer');
    await untilHydrated(client, ['query 0']);
    expect(client.getQueryData(['query 0'])).toBe('newer');
  });

  it('64 fifteen days offline, reload: what is kept is still there, with its age, until the server answers', async () => {
    await fill(1);
    const fifteenDaysAgo = Date.now() - 15 * 24 * 3_600_000;
    await db.queries.toCollection().modify({ dataUpdatedAt: fifteenDaysAgo });
    const client = await restore(open());
    expect(client.getQueryState(['query 0'])).toMatchObject({
      data: { at: 0 },
      dataUpdatedAt: fifteenDaysAgo,
    });
    await fill(MANY);
    await db.queries.toCollection().modify({ dataUpdatedAt: fifteenDaysAgo });
    const onFirstUse = open().client;
    const old = onFirstUse.getQueryCache().build(onFirstUse, { queryKey: ['query 3'], meta: persisted });
    await untilHydrated(onFirstUse, ['query 3']);
    expect(old.state.data).toEqual({ at: 3 });
    await dropExpiredQueries(db);
    expect(await db.queries.count()).toBe(0);
  });

  it('ignores queries of another shape, of another owner or unreadable', async () => {
    await fill(1, { ownerId: 'basma', branchId: 'b1' });
    const query = { owner: ownerKey(mona), queryKey: ['x'], data: 1, shape: 1, dataUpdatedAt: Date.now() };
    await db.queries.bulkPut([
      { ...query, hash: 'shape', shape: 0 },
      { ...query, hash: 'junk', queryKey: 'junk' as never },
    ]);
    const client = await restore(open());
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it('37 IndexedDB open hangs: the app starts without the cache', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(db.queries, 'where').mockReturnValue({
      between: () => ({ reverse: () => ({ limit: () => ({ toArray: () => new Promise(() => {}) }) }) }),
      below: () => ({ delete: () => Promise.resolve(0) }),
    } as never);
    const restoring = restore(open());
    await vi.advanceTimersByTimeAsync(1_500);
    expect((await restoring).getQueryCache().getAll()).toEqual([]);
  });

  it('37 IndexedDB does not open at all: the app starts without the cache', async () => {
    db.close();
    const client = await restore(open());
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});
