import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { persistQueryClientRestore } from '@tanstack/react-query-persist-client';
import { currentOwner, type Owner, storeTokens } from '#app/api/session.ts';
import { CacheDb } from '#app/cache/device/cache-db.ts';
import { QueryPersister } from '#app/cache/device/query-persister.ts';
import { createQueryClient, untilHydrated } from '#app/cache/query-client.ts';
import { tokens } from '#contract/account.ts';
import { median } from './middle.ts';

const ROUNDS = 25;

/** Holds medians of many rounds in milliseconds, and the bytes of one save. */
export interface PersistenceCost {
  readonly save: number;
  readonly bytes: number;
  readonly restore: number;
}

/** The persister of the query cache: fills a client, saves one refreshed list and restores all. */
interface Keeper {
  readonly client: QueryClient;
  /** Saves the refreshed list and returns the number of bytes written. */
  readonly save: () => Promise<number>;
  /** Restores a new client, as a launch does, and returns this list. */
  readonly restore: (key: QueryKey) => Promise<unknown>;
  /** Ends what a launch leaves open, apart from its time. */
  readonly close: () => void;
}

const keyOf = (page: number): QueryKey => ['student', 'list', { page }];

/** Returns a list page of ten students, different in every round. */
function listPage(page: number, round: number) {
  const results = Array.from({ length: 10 }, (_, at) => ({
    id: String(page * 10 + at),
    code: `S-${page}${at}`,
    name: `Mona Adel ${page} ${at} ${round}`,
    father_name: 'Adel Abdelrahman',
    mother_name: null,
    birthdate: '2001-05-17',
    phone: `0100 ${page} ${at}`,
    father_phone: null,
    mother_phone: null,
    address: null,
    created_at: '2026-11-01T10:00:00.000Z',
  }));
  return {
    data: { count: 10_000, next: null, previous: null, results },
    began: round,
    ended: round,
    readAt: round,
  };
}

function keeperOf(owner: Owner, queries: number): Keeper {
  const client = createQueryClient();
  let written = 0;
  const name = `bench-cache-${queries}`;
  const db = new CacheDb(name);
  let launchedDb: CacheDb | undefined;
  db.use({
    stack: 'dbcore',
    name: 'size',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) => {
            if ('values' in request) written += JSON.stringify(request.values).length;
            return table.mutate(request);
          },
        };
      },
    }),
  });
  const store = new QueryPersister(owner, db);
  store.watch(client);
  return {
    client,
    save: async () => {
      written = 0;
      await store.flush();
      return written;
    },
    restore: async (key) => {
      const launched = createQueryClient();
      launchedDb = new CacheDb(name);
      const launchedStore = new QueryPersister(owner, launchedDb);
      const stop = launchedStore.watch(launched);
      await persistQueryClientRestore({ queryClient: launched, persister: launchedStore.persister });
      launched.getQueryCache().build(launched, { queryKey: key, meta: { persist: true } });
      await untilHydrated(launched, key);
      stop();
      return launched.getQueryData(key);
    },
    close: () => launchedDb?.close(),
  };
}

/** Fills a cache with this many lists and saves them. */
async function filled(owner: Owner, queries: number): Promise<Keeper> {
  const keeper = keeperOf(owner, queries);
  for (let page = 1; page <= queries; page++) {
    keeper.client.getQueryCache().build(keeper.client, { queryKey: keyOf(page), meta: { persist: true } });
    keeper.client.setQueryData(keyOf(page), listPage(page, 0));
  }
  await keeper.save();
  return keeper;
}

/**
 * Fills a cache with lists for each size, then times saving one refreshed list and launching with all of them. The sizes take turns:
 * a moment in which the machine is slow, and files that the browser still writes, are shared by all.
 * @throws {Error} if the restored list differs from the saved one
 */
export async function persistence(pair: unknown, sizes: readonly number[]): Promise<PersistenceCost[]> {
  storeTokens(tokens.parse(pair));
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in.');
  const measured = [];
  for (const queries of sizes) {
    const keeper = await filled(owner, queries);
    measured.push({ queries, keeper, saves: [] as number[], restores: [] as number[], bytes: 0 });
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of measured) {
      // A save may end in the millisecond in which it began; each refresh needs its own timestamp.
      one.keeper.client.setQueryData(keyOf(1), listPage(1, round), { updatedAt: Date.now() + round });
      const start = performance.now();
      one.bytes = await one.keeper.save();
      one.saves.push(performance.now() - start);
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { queries, keeper, restores } of measured) {
      const start = performance.now();
      const found = await keeper.restore(keyOf(1));
      restores.push(performance.now() - start);
      keeper.close();
      if (JSON.stringify(found) !== JSON.stringify(listPage(1, ROUNDS))) {
        throw new Error(`The saved list was not restored with ${queries} queries.`);
      }
    }
  }
  localStorage.clear();
  for (const { keeper } of measured) keeper.client.clear();
  return measured.map(({ saves, restores, bytes }) => ({
    save: median(saves),
    bytes,
    restore: median(restores),
  }));
}
