import { type Owner, ownerKey } from '#app/api/session.ts';
import { readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { reportEvicted } from './evicted-entries.ts';
import type { OutboxDb } from './outbox-db.ts';
import { lastPendingCounts, PENDING_COUNT_KEY } from './pending-counts.ts';

const DATABASE_ID_KEY = 'database';

/** Returns the unique id of a database; undefined for a new one, also after an eviction. */
export async function databaseId(db: OutboxDb): Promise<string | undefined> {
  const stored = await db.facts.get(DATABASE_ID_KEY);
  return stored && String(stored.value);
}

/** Assigns an id to a database, unless another tab has done so. */
export async function assignDatabaseId(db: OutboxDb): Promise<void> {
  await db.transaction('rw', db.facts, async () => {
    if (!(await databaseId(db))) await db.facts.put({ key: DATABASE_ID_KEY, value: crypto.randomUUID() });
  });
}

/**
 * Records how many entries are pending for this owner. If the previous count belongs to a database that is
 * gone, the loss is reported to its owner (fault 46).
 */
export function recordPendingCount(database: string, owner: Owner, count: number): void {
  const previous = lastPendingCounts();
  const sameDatabase = previous?.database === database;
  if (previous && !sameDatabase) reportEvicted(previous.waiting);
  const waiting = { ...(sameDatabase && previous.waiting), [ownerKey(owner)]: count };
  const next = JSON.stringify({ database, waiting });
  if (next !== readLocal(PENDING_COUNT_KEY)) writeLocal(PENDING_COUNT_KEY, next);
}
