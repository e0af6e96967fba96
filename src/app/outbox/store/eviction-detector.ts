import { z } from 'zod';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { reportEvicted } from './evicted-entries.ts';
import type { OutboxDb } from './outbox-db.ts';

/** Browsers that clear a device's databases leave localStorage alone: what it remembers bears witness. */
const KEY = 'branch-desk.witness';
const FACT = 'database';

const witness = z.object({
  /** Which database it was. */
  database: z.string(),
  /** Person → how many unsettled rows it held. */
  waiting: z.record(z.string(), z.number()),
});

/** A text that no other database on any device has; undefined for one that was just made, also after it was cleared. */
export async function databaseId(db: OutboxDb): Promise<string | undefined> {
  const named = await db.facts.get(FACT);
  return named && String(named.value);
}

/** Gives a database its name, unless another tab has done so meanwhile. */
export async function assignDatabaseId(db: OutboxDb): Promise<void> {
  await db.transaction('rw', db.facts, async () => {
    if (!(await databaseId(db))) await db.facts.put({ key: FACT, value: crypto.randomUUID() });
  });
}

/**
 * Takes note of how much waits for this person. Where it waited in a database that is gone, the loss is kept
 * until its person has seen it: money must not vanish without a word.
 */
export function recordPendingCount(database: string, owner: Owner, count: number): void {
  const before = witness.safeParse(parseJson(readLocal(KEY))).data;
  const same = before?.database === database;
  if (before && !same) reportEvicted(before.waiting);
  const waiting = { ...(same && before.waiting), [ownerKey(owner)]: count };
  const after = JSON.stringify({ database, waiting });
  if (after !== readLocal(KEY)) writeLocal(KEY, after);
}
