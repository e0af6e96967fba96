import { Dexie, type Table } from 'dexie';
import { CACHE_NAME } from '#app/lib/database-exists.ts';
import { CACHE_MAX_AGE } from '../query-client.ts';
import { DeviceDb } from './device-db.ts';

/** Stored by structured clone, without serialisation to text. */
export interface CachedQuery {
  readonly owner: string;
  readonly hash: string;
  readonly queryKey: readonly unknown[];
  readonly data: unknown;
  /** Wall clock, milliseconds. */
  readonly dataUpdatedAt: number;
  /** Version of the data's shape; entries of another version are ignored. */
  readonly shape: number;
}

/** Cached server answers for offline use. The database may be lost at any time, because it holds no user's work. */
export class CacheDb extends DeviceDb {
  declare readonly queries: Table<CachedQuery, [owner: string, hash: string]>;

  constructor(name = CACHE_NAME) {
    super(name);
    this.version(1).stores({ queries: '[owner+hash], [owner+dataUpdatedAt], dataUpdatedAt' });
  }
}

let opened: CacheDb | undefined;

export function cacheDb(): CacheDb {
  opened ??= new CacheDb();
  return opened;
}

/** Those of all owners but the given ones. Never throws. */
export async function wipeQueriesOfOthers(kept: ReadonlySet<string>, db: CacheDb = cacheDb()): Promise<void> {
  const isLeft = ([owner]: [owner: string, hash: string]) => !kept.has(owner);
  await db
    .transaction('rw', db.queries, async () => {
      const keys = await db.queries.toCollection().primaryKeys();
      await db.queries.bulkDelete(keys.filter(isLeft));
    })
    .catch(() => undefined);
}

/** Never throws: a database that cannot be opened has nothing readable. */
export async function wipeQueries(owner: string, db: CacheDb = cacheDb()): Promise<void> {
  await db.queries
    .where('[owner+hash]')
    .between([owner, Dexie.minKey], [owner, Dexie.maxKey])
    .delete()
    .catch(() => 0);
}

/**
 * Queries of every owner that are older than a week. Only for a device that reaches the server: until then they are all
 * there is (fault 64). Never throws.
 */
export async function dropExpiredQueries(db: CacheDb = cacheDb()): Promise<void> {
  await db.queries
    .where('dataUpdatedAt')
    .below(Date.now() - CACHE_MAX_AGE)
    .delete()
    .catch(() => 0);
}
