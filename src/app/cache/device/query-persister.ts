import { type DehydratedState, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import type { Persister } from '@tanstack/react-query-persist-client';
import { Dexie } from 'dexie';
import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { startHydration } from '../hydration.ts';
import { CACHE_MAX_AGE } from '../query-client.ts';
import { type CacheDb, type CachedQuery, cacheDb, wipeQueries } from './cache-db.ts';
import { writeQueries } from './write-queries.ts';

/** Version of the shape of cached data: raise it when a row or a snapshot changes incompatibly. */
const SHAPE = 1;
/** How many of the newest queries are restored before the first paint; any other when it is first asked for. */
const RESTORED_AT_ONCE = 40;
const RESTORE_PATIENCE = 1_500;
const COALESCE = 200;

const cachedQuery = z.object({
  hash: z.string(),
  queryKey: z.array(z.unknown()),
  data: z.unknown(),
  dataUpdatedAt: z.number(),
  shape: z.literal(SHAPE),
});

const isKept = ({ meta }: Query) => meta?.persist === true;

/** The same promise, but undefined when it takes too long or fails: a hung IndexedDB must not hang the app. */
function orNothing<T>(promise: PromiseLike<T>): Promise<T | undefined> {
  return withTimeout(promise, RESTORE_PATIENCE, () => undefined).catch(() => undefined);
}

/**
 * Keeps one person's queries on the device, a row a query. Only what changed is written, and only what is
 * needed is read: the newest before the first paint, any other as soon as something asks for it. So neither
 * a refresh nor a launch grows with the cache.
 */
export class QueryPersister {
  readonly #owner: string;
  readonly #db: CacheDb;
  readonly #changed = new Map<string, Query>();
  readonly #waking = new Map<string, Promise<void>>();
  /** hash → what is stored of it, so that what was restored is not written again. */
  readonly #stored = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: Owner, db: CacheDb = cacheDb()) {
    this.#owner = ownerKey(owner);
    this.#db = db;
  }

  /** For `PersistQueryClientProvider`: it restores; saving is `watch`'s, which knows what changed. */
  readonly persister: Persister = {
    restoreClient: async () => {
      const clientState = await this.#newest();
      return { timestamp: Date.now(), buster: '', clientState };
    },
    persistClient: () => undefined,
    removeClient: () => wipeQueries(this.#owner, this.#db),
  };

  /** Saves what changes and restores what is asked for, until stopped. */
  watch(client: QueryClient): () => void {
    startHydration(client, this);
    const cache = client.getQueryCache();
    for (const query of cache.getAll()) {
      this.#wake(client, query);
      this.#note(query);
    }
    const unsubscribe = cache.subscribe((event) => {
      if (event.type === 'added') this.#wake(client, event.query);
      if (event.type === 'updated' && event.action.type === 'success') this.#note(event.query);
    });
    const leaving = () => {
      if (document.visibilityState === 'hidden') void this.flush();
    };
    const flush = () => void this.flush();
    document.addEventListener('visibilitychange', leaving);
    window.addEventListener('pagehide', flush);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', leaving);
      window.removeEventListener('pagehide', flush);
      void this.flush();
    };
  }

  /** Writes what has changed since the last time. Never throws: the cache is a convenience. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#changed.values()].flatMap((query) => this.#rowOf(query) ?? []);
    this.#changed.clear();
    const owner = currentOwner();
    // Signing out wipes this person's rows; a late write must not bring one back.
    if (rows.length === 0 || !owner || ownerKey(owner) !== this.#owner) return;
    for (const { hash, data } of rows) this.#stored.set(hash, data);
    await writeQueries(this.#db, rows);
  }

  /** Resolves when a query that is being restored has been. */
  async restored(hash: string): Promise<void> {
    await this.#waking.get(hash);
  }

  #note(query: Query): void {
    if (!isKept(query) || query.state.data === undefined) return;
    this.#changed.set(query.queryHash, query);
    this.#timer ??= setTimeout(() => void this.flush(), COALESCE);
  }

  #rowOf({ queryHash, queryKey, state }: Query): CachedQuery | undefined {
    const { data, dataUpdatedAt } = state;
    if (data === undefined || this.#stored.get(queryHash) === data) return undefined;
    return { owner: this.#owner, hash: queryHash, queryKey, data, dataUpdatedAt, shape: SHAPE };
  }

  async #newest(): Promise<DehydratedState> {
    const range = this.#db.queries
      .where('[owner+dataUpdatedAt]')
      .between([this.#owner, Date.now() - CACHE_MAX_AGE], [this.#owner, Dexie.maxKey]);
    const rows = await orNothing(range.reverse().limit(RESTORED_AT_ONCE).toArray());
    void this.#db.queries
      .where('dataUpdatedAt')
      .below(Date.now() - CACHE_MAX_AGE)
      .delete()
      .catch(() => 0);
    return { mutations: [], queries: (rows ?? []).flatMap((row) => this.#dehydrated(row) ?? []) };
  }

  #wake(client: QueryClient, query: Query): void {
    const { queryHash, state } = query;
    if (!isKept(query) || state.data !== undefined || this.#waking.has(queryHash)) return;
    const woken = orNothing(this.#db.queries.get([this.#owner, queryHash])).then((row) => {
      const restored = row && this.#dehydrated(row);
      if (restored) hydrate(client, { mutations: [], queries: [restored] });
    });
    this.#waking.set(queryHash, woken);
  }

  #dehydrated(stored: unknown): DehydratedState['queries'][number] | undefined {
    const row = cachedQuery.safeParse(stored).data;
    if (!row || row.data === undefined || Date.now() - row.dataUpdatedAt > CACHE_MAX_AGE) return undefined;
    this.#stored.set(row.hash, row.data);
    const { data, dataUpdatedAt } = row;
    return {
      queryKey: row.queryKey,
      queryHash: row.hash,
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
