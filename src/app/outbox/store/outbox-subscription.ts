import { Dexie } from 'dexie';
import type { Owner } from '#app/api/session.ts';
import { observeTimestamp } from '#app/lib/logical-clock.ts';
import { isUnsettled } from '../model/entry.ts';
import { assignDatabaseId, databaseId, recordPendingCount } from './eviction-detector.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';
import { OutboxReader } from './outbox-reader.ts';
import { EMPTY_OUTBOX, publishOutbox } from './outbox-view.ts';

/** A long outbox is read again less often, so that a drain of hundreds leaves the screen responsive. */
const REST_PER_READ = 8;
/** However slow the device is, what a person has just done shows (milliseconds). */
const LONGEST_REST = 2_000;
/** A database that does not open is asked again (milliseconds). */
const AGAIN_AFTER = 5_000;

function show(next: Awaited<ReturnType<OutboxReader['read']>>): void {
  for (const { acknowledgedAt, firstSentAt } of next.rows) {
    observeTimestamp(acknowledgedAt);
    observeTimestamp(firstSentAt);
  }
  publishOutbox({ ...next, loaded: true });
}

/**
 * Keeps the view current for this person until stopped: one reader for the whole tab, woken by every
 * committed change of the outbox, its own or another tab's, and by the loss of the connection: a browser that
 * clears the device says nothing else, and what is gone must not be shown as kept.
 */
export function subscribeToOutbox(owner: Owner, db: OutboxDb = outboxDb()): () => void {
  let reader = new OutboxReader(db, owner);
  let database: string | undefined;
  /** A database that was cleared and made anew has nothing to do with what was read before. */
  async function readIt(): ReturnType<OutboxReader['read']> {
    const { name, next } = await db.transaction('r', db.outbox, db.idMap, db.facts, async () => ({
      name: await databaseId(db),
      next: await reader.read(),
    }));
    if (name !== undefined && name === (database ?? name)) {
      database = name;
      recordPendingCount(name, owner, next.rows.filter(isUnsettled).length);
      return next;
    }
    reader = new OutboxReader(db, owner);
    database = undefined;
    await assignDatabaseId(db);
    return readIt();
  }
  let stopped = false;
  let reading = false;
  let again = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  async function read(): Promise<void> {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    clearTimeout(retry);
    do {
      again = false;
      const began = performance.now();
      const next = await readIt().catch(() => undefined);
      if (stopped) return;
      if (next) show(next);
      else retry = setTimeout(() => void read(), AGAIN_AFTER);
      const rest = Math.min(LONGEST_REST, (performance.now() - began) * REST_PER_READ);
      if (again) await new Promise((resolve) => setTimeout(resolve, rest));
    } while (again && !stopped);
    reading = false;
  }
  const lost = () => {
    if (db.isOpen()) setTimeout(() => void read());
  };
  const changed = (parts: object) => {
    if (Object.keys(parts).some((part) => part.startsWith(`idb://${db.name}/`))) void read();
  };
  Dexie.on('storagemutated', changed);
  db.on('close', lost);
  void read();
  return () => {
    stopped = true;
    clearTimeout(retry);
    db.on('close').unsubscribe(lost);
    Dexie.on.storagemutated.unsubscribe(changed);
    publishOutbox(EMPTY_OUTBOX);
  };
}
