import { type DehydratedState, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import type { Persister } from '@tanstack/react-query-persist-client';
import { Dexie } from 'dexie';
import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { startHydration } from '#app/cache/query-client.ts';
import { withTimeout } from '#app/lib/timers.ts';
import { type CacheDb, type CachedQuery, cacheDb, wipeQueries } from './cache-db.ts';

/** The device is full. Dexie and browsers wrap the error at different depths. */
function isQuota(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  if ('inner' in error && isQuota(error.inner, depth + 1)) return true;
  return (
    'failures' in error &&
    Array.isArray(error.failures) &&
    error.failures.some((failure) => isQuota(failure, depth + 1))
  );
}

async function dropOlderHalf(db: CacheDb): Promise<void> {
  const count = await db.queries.count();
  const oldest = await db.queries
    .orderBy('dataUpdatedAt')
    .limit(Math.ceil(count / 2))
    .primaryKeys();
  await db.queries.bulkDelete(oldest);
}

/** On a full device the older half is deleted first. Never throws: other errors cost only the cache. */
async function writeQueries(db: CacheDb, queries: readonly CachedQuery[]): Promise<void> {
  try {
    await db.queries.bulkPut(queries);
  } catch (error) {
    if (!isQuota(error)) return;
    await dropOlderHalf(db)
      .then(() => db.queries.bulkPut(queries))
      .catch(() => undefined);
  }
}

/** Increment it when a record or a snapshot changes incompatibly. */
const SHAPE = 1;
/** Newest queries that are hydrated before the first paint; others are hydrated on first use. */
const HYDRATED_AT_ONCE = 40;
const HYDRATION_TIMEOUT = 1_500;
const WRITE_DELAY = 200;

const cachedQuery = z.object({
  hash: z.string(),
  queryKey: z.array(z.unknown()),
  data: z.unknown(),
  dataUpdatedAt: z.number(),
  shape: z.literal(SHAPE),
});

const isPersistent = ({ meta }: Query) => meta?.persist === true;

/** Undefined on timeout or failure, because a hung IndexedDB must not hang the app. */
function orUndefined<T>(promise: PromiseLike<T>): Promise<T | undefined> {
  return withTimeout(promise, HYDRATION_TIMEOUT, () => undefined).catch(() => undefined);
}

/**
 * Stores the queries of one owner, each under its own key. Writes only changed queries and reads only needed ones, so
 * that neither a refetch nor a launch slows down as the cache grows.
 */
export class QueryPersister {
  readonly #owner: string;
  readonly #db: CacheDb;
  readonly #changed = new Map<string, Query>();
  readonly #hydrating = new Map<string, Promise<void>>();
  /** Data as stored, by query hash, so that hydrated data is not written again. */
  readonly #stored = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: Owner, db: CacheDb = cacheDb()) {
    this.#owner = ownerKey(owner);
    this.#db = db;
  }

  /** For `PersistQueryClientProvider`. It only hydrates; `watch` saves, because it knows the changes. */
  readonly persister: Persister = {
    restoreClient: async () => {
      const clientState = await this.#newest();
      return { timestamp: Date.now(), buster: '', clientState };
    },
    persistClient: () => undefined,
    removeClient: () => wipeQueries(this.#owner, this.#db),
  };

  watch(client: QueryClient): () => void {
    startHydration(client, this);
    const cache = client.getQueryCache();
    for (const query of cache.getAll()) {
      this.#hydrate(client, query);
      this.#markChanged(query);
    }
    const unsubscribe = cache.subscribe((event) => {
      if (event.type === 'added') this.#hydrate(client, event.query);
      if (event.type === 'updated' && event.action.type === 'success') this.#markChanged(event.query);
    });
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') void this.flush();
    };
    const flush = () => void this.flush();
    document.addEventListener('visibilitychange', onVisibilityChange);
    window.addEventListener('pagehide', flush);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', onVisibilityChange);
      window.removeEventListener('pagehide', flush);
      void this.flush();
    };
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const queries = [...this.#changed.values()].flatMap((query) => this.#toStored(query) ?? []);
    this.#changed.clear();
    const owner = currentOwner();
    // Sign-out deletes this owner's queries; a late write must not restore one.
    if (queries.length === 0 || !owner || ownerKey(owner) !== this.#owner) return;
    for (const { hash, data } of queries) this.#stored.set(hash, data);
    await writeQueries(this.#db, queries);
  }

  async whenHydrated(hash: string): Promise<void> {
    await this.#hydrating.get(hash);
  }

  #markChanged(query: Query): void {
    if (!isPersistent(query) || query.state.data === undefined) return;
    this.#changed.set(query.queryHash, query);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY);
  }

  #toStored({ queryHash, queryKey, state }: Query): CachedQuery | undefined {
    const { data, dataUpdatedAt } = state;
    if (data === undefined || this.#stored.get(queryHash) === data) return undefined;
    return { owner: this.#owner, hash: queryHash, queryKey, data, dataUpdatedAt, shape: SHAPE };
  }

  async #newest(): Promise<DehydratedState> {
    const range = this.#db.queries
      .where('[owner+dataUpdatedAt]')
      .between([this.#owner, Dexie.minKey], [this.#owner, Dexie.maxKey]);
    const queries = await orUndefined(range.reverse().limit(HYDRATED_AT_ONCE).toArray());
    return { mutations: [], queries: (queries ?? []).flatMap((cached) => this.#toDehydrated(cached) ?? []) };
  }

  #hydrate(client: QueryClient, query: Query): void {
    const { queryHash, state } = query;
    if (!isPersistent(query) || state.data !== undefined || this.#hydrating.has(queryHash)) return;
    const hydrated = orUndefined(this.#db.queries.get([this.#owner, queryHash])).then((cached) => {
      const dehydrated = cached && this.#toDehydrated(cached);
      if (dehydrated) hydrate(client, { mutations: [], queries: [dehydrated] });
    });
    this.#hydrating.set(queryHash, hydrated);
  }

  #toDehydrated(stored: unknown): DehydratedState['queries'][number] | undefined {
    const cached = cachedQuery.safeParse(stored).data;
    if (!cached || cached.data === undefined) return undefined;
    this.#stored.set(cached.hash, cached.data);
    const { data, dataUpdatedAt } = cached;
    return {
      queryKey: cached.queryKey,
      queryHash: cached.hash,
      meta: { persist: true },
      dehydratedAt: dataUpdatedAt,
      state: {
        data,
        dataUpdatedAt,
        dataUpdateCount: 0,
        error: null,
        errorUpdateCount: 0,
        errorUpdatedAt: 0,
        fetchFailureCount: 0,
        fetchFailureReason: null,
        fetchMeta: null,
        isInvalidated: false,
        status: 'success',
        fetchStatus: 'idle',
      },
    };
  }
}
