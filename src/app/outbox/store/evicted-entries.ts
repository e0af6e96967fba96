import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { createSignal } from '#app/lib/store.ts';
import type { OutboxDb } from './outbox-db.ts';

const EVICTED_KEY = 'branch-desk.lost';
const counts = z.record(z.string(), z.number()).catch({});

const changes = createSignal();

const read = () => counts.parse(parseJson(readLocal(EVICTED_KEY)));

function storeCounts(next: Record<string, number>): void {
  writeLocal(EVICTED_KEY, JSON.stringify(next));
  changes.notify();
}

export function reportEvicted(evicted: Readonly<Record<string, number>>): void {
  const next = { ...read() };
  for (const [owner, count] of Object.entries(evicted)) {
    if (count > 0) next[owner] = (next[owner] ?? 0) + count;
  }
  storeCounts(next);
}

export function dismissEvicted(): void {
  const owner = currentOwner();
  if (!owner) return;
  const { [ownerKey(owner)]: _, ...others } = read();
  storeCounts(others);
}

/** Unsent entries of the signed-in user that the browser has evicted, until they dismiss the notice. */
export function evictedCount(): number {
  const owner = currentOwner();
  return owner ? (read()[ownerKey(owner)] ?? 0) : 0;
}

export function subscribeToEvicted(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/** localStorage key. An eviction clears IndexedDB but not localStorage, so these counts reveal it. */
const PENDING_COUNT_KEY = 'branch-desk.witness';

const pendingCounts = z.object({
  database: z.string(),
  waiting: z.record(z.string(), z.number()),
});

const lastPendingCounts = () => pendingCounts.safeParse(parseJson(readLocal(PENDING_COUNT_KEY))).data;

/**
 * Pending entries of the signed-in user when the outbox was last read. Usable before the database is open and
 * decrypted.
 */
export function lastPendingCount(): number {
  const owner = currentOwner();
  return owner ? (lastPendingCounts()?.waiting[ownerKey(owner)] ?? 0) : 0;
}

const DATABASE_ID_KEY = 'database';

export async function databaseId(db: OutboxDb): Promise<string | undefined> {
  const stored = await db.facts.get(DATABASE_ID_KEY);
  return stored && String(stored.value);
}

export async function assignDatabaseId(db: OutboxDb): Promise<void> {
  await db.transaction('rw', db.facts, async () => {
    if (!(await databaseId(db))) await db.facts.put({ key: DATABASE_ID_KEY, value: crypto.randomUUID() });
  });
}

/** If the previous count belongs to a database that is gone, its owner is told about the loss (fault 46). */
export function recordPendingCount(database: string, owner: Owner, count: number): void {
  const previous = lastPendingCounts();
  const sameDatabase = previous?.database === database;
  if (previous && !sameDatabase) reportEvicted(previous.waiting);
  const waiting = { ...(sameDatabase && previous.waiting), [ownerKey(owner)]: count };
  const next = JSON.stringify({ database, waiting });
  if (next !== readLocal(PENDING_COUNT_KEY)) writeLocal(PENDING_COUNT_KEY, next);
}
