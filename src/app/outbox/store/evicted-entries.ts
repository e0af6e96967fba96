import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';
import type { OutboxDb } from './outbox-db.ts';

const EVICTED_KEY = 'branch-desk.lost';
/** Parses the number of evicted unsent entries per owner. */
const counts = z.record(z.string(), z.number()).catch({});

const changes = createSignal();

const read = () => counts.parse(parseJson(readLocal(EVICTED_KEY)));

function storeCounts(next: Record<string, number>): void {
  writeLocal(EVICTED_KEY, JSON.stringify(next));
  changes.notify();
}

/** Adds evicted entries to the counts, per owner. */
export function reportEvicted(evicted: Readonly<Record<string, number>>): void {
  const next = { ...read() };
  for (const [owner, count] of Object.entries(evicted)) {
    if (count > 0) next[owner] = (next[owner] ?? 0) + count;
  }
  storeCounts(next);
}

/** Clears the count of the signed-in user, who has read the notice. */
export function dismissEvicted(): void {
  const owner = currentOwner();
  if (!owner) return;
  const { [ownerKey(owner)]: _, ...others } = read();
  storeCounts(others);
}

/**
 * Returns how many unsent entries of the signed-in user the browser has evicted, until they dismiss the
 * notice.
 */
export function evictedCount(): number {
  const owner = currentOwner();
  return owner ? (read()[ownerKey(owner)] ?? 0) : 0;
}

/**
 * Calls the listener when that number may have changed, in any tab.
 * @returns a function that unsubscribes
 */
export function subscribeToEvicted(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/**
 * Names the localStorage key of the pending counts. An eviction clears IndexedDB but not localStorage, so the
 * counts reveal it.
 */
const PENDING_COUNT_KEY = 'branch-desk.witness';

const pendingCounts = z.object({
  /** Id of the database that held the entries. */
  database: z.string(),
  /** Number of unsettled entries per owner. */
  waiting: z.record(z.string(), z.number()),
});

/** Returns how many entries were pending per owner when the outbox was last read, and in which database. */
const lastPendingCounts = () => pendingCounts.safeParse(parseJson(readLocal(PENDING_COUNT_KEY))).data;

/**
 * Returns how many entries of the signed-in user were pending when the outbox was last read: what can be told
 * before its database is open and what they left is decrypted.
 */
export function lastPendingCount(): number {
  const owner = currentOwner();
  return owner ? (lastPendingCounts()?.waiting[ownerKey(owner)] ?? 0) : 0;
}

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
