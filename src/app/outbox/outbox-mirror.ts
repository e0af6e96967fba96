import { Dexie } from 'dexie';
import { noticeTick } from '#app/data/device-clock.ts';
import type { Owner } from '#app/data/session.ts';
import { rowsOf } from './next-row.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';
import { EMPTY, type OutboxView, showOutbox } from './outbox-view.ts';

/** A long outbox is read again less often, so that a drain of hundreds leaves the screen responsive. */
const REST_PER_READ = 8;

async function readView(db: OutboxDb, owner: Owner): Promise<OutboxView> {
  const [stored, mapped] = await db.transaction('r', db.outbox, db.idMap, () =>
    Promise.all([db.outbox.orderBy('seq').toArray(), db.idMap.where({ ownerId: owner.ownerId }).toArray()]),
  );
  const rows = rowsOf(owner, stored);
  for (const { acknowledgedAt, firstSentAt } of rows) {
    noticeTick(acknowledgedAt);
    noticeTick(firstSentAt);
  }
  return { rows, ids: new Map(mapped.map((one) => [one.temporaryId, one.serverId])), loaded: true };
}

/**
 * Keeps the view current for this person until stopped: one reader for the whole tab, woken by every
 * committed change of the outbox, its own or another tab's.
 */
export function watchOutbox(owner: Owner, db: OutboxDb = outboxDb()): () => void {
  let stopped = false;
  let reading = false;
  let again = false;
  async function read(): Promise<void> {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    do {
      again = false;
      const began = performance.now();
      const next = await readView(db, owner).catch(() => undefined);
      if (stopped) return;
      if (next) showOutbox(next);
      const rest = (performance.now() - began) * REST_PER_READ;
      if (again) await new Promise((resolve) => setTimeout(resolve, rest));
    } while (again && !stopped);
    reading = false;
  }
  const changed = (parts: object) => {
    if (Object.keys(parts).some((part) => part.startsWith(`idb://${db.name}/`))) void read();
  };
  Dexie.on('storagemutated', changed);
  void read();
  return () => {
    stopped = true;
    Dexie.on.storagemutated.unsubscribe(changed);
    showOutbox(EMPTY);
  };
}
