import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal } from '#app/lib/local-storage.ts';

/**
 * Names the localStorage key of the pending counts. An eviction clears IndexedDB but not localStorage, so the
 * counts reveal it.
 */
export const PENDING_COUNT_KEY = 'branch-desk.witness';

const pendingCounts = z.object({
  /** Id of the database that held the entries. */
  database: z.string(),
  /** Number of unsettled entries per owner. */
  waiting: z.record(z.string(), z.number()),
});

/** Returns how many entries were pending per owner when the outbox was last read, and in which database. */
export const lastPendingCounts = () => pendingCounts.safeParse(parseJson(readLocal(PENDING_COUNT_KEY))).data;

/**
 * Returns how many entries of the signed-in user were pending when the outbox was last read: what can be told
 * before its database is open and what they left is decrypted.
 */
export function lastPendingCount(): number {
  const owner = currentOwner();
  return owner ? (lastPendingCounts()?.waiting[ownerKey(owner)] ?? 0) : 0;
}
