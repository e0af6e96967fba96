import { Dexie, type Table } from 'dexie';
import { CACHE_NAME } from '#app/lib/database-exists.ts';
import { DeviceDb } from './device-db.ts';

/** One cached query of one person. Structured clone stores it as it is: nothing is turned into text. */
export interface CachedQuery {
  /** `ownerKey` of the person. */
  readonly owner: string;
  readonly hash: string;
  readonly queryKey: readonly unknown[];
  readonly data: unknown;
  /** Wall clock, milliseconds. */
  readonly dataUpdatedAt: number;
  /** Version of the data's shape; rows of another version are of no use. */
  readonly shape: number;
}

/** What was read from the host, for offline use. It can be lost at any time without losing anybody's work. */
export class CacheDb extends DeviceDb {
  declare readonly queries: Table<CachedQuery, [owner: string, hash: string]>;

  constructor(name = CACHE_NAME) {
    super(name);
    this.version(1).stores({ queries: '[owner+hash], [owner+dataUpdatedAt], dataUpdatedAt' });
  }
}

let opened: CacheDb | undefined;

/** The device's query cache; opened by its first use. */
export function cacheDb(): CacheDb {
  opened ??= new CacheDb();
  return opened;
}

/** Removes everything that is cached for a person. Never throws: what can't be opened holds nothing readable. */
export async function wipeQueries(owner: string, db: CacheDb = cacheDb()): Promise<void> {
  await db.queries
    .where('[owner+hash]')
    .between([owner, Dexie.minKey], [owner, Dexie.maxKey])
    .delete()
    .catch(() => 0);
}
