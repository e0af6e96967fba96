import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';

const PENDING_COUNT_KEY = 'branch-desk.witness';

const pendingCounts = z.object({ waiting: z.record(z.string(), z.number()) });

const lastCounts = () => pendingCounts.safeParse(parseJson(readLocal(PENDING_COUNT_KEY))).data?.waiting;

/**
 * Pending entries of the signed-in user when the outbox was last read. Usable before the database is open and
 * decrypted.
 */
export function lastPendingCount(): number {
  const owner = currentOwner();
  return owner ? (lastCounts()?.[ownerKey(owner)] ?? 0) : 0;
}

export function recordPendingCount(owner: Owner, count: number): void {
  const next = JSON.stringify({ waiting: { ...lastCounts(), [ownerKey(owner)]: count } });
  if (next !== readLocal(PENDING_COUNT_KEY)) writeLocal(PENDING_COUNT_KEY, next);
}
