import { Dexie } from 'dexie';
import { noticeTick } from '#app/data/device-clock.ts';
import type { Owner } from '#app/data/session.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';
import { OutboxReader } from './outbox-reader.ts';
import { EMPTY, showOutbox } from './outbox-view.ts';

/** A long outbox is read again less often, so that a drain of hundreds leaves the screen responsive. */
const REST_PER_READ = 8;
/** However slow the device is, what a person has just done shows (milliseconds). */
const LONGEST_REST = 2_000;

function show(next: Awaited<ReturnType<OutboxReader['read']>>): void {
  for (const { acknowledgedAt, firstSentAt } of next.rows) {
    noticeTick(acknowledgedAt);
    noticeTick(firstSentAt);
  }
  showOutbox({ ...next, loaded: true });
}

/**
 * Keeps the view current for this person until stopped: one reader for the whole tab, woken by every
 * committed change of the outbox, its own or another tab's.
 */
export function watchOutbox(owner: Owner, db: OutboxDb = outboxDb()): () => void {
  const reader = new OutboxReader(db, owner);
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
      const next = await reader.read().catch(() => undefined);
      if (stopped) return;
      if (next) show(next);
      const rest = Math.min(LONGEST_REST, (performance.now() - began) * REST_PER_READ);
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
