import { Dexie, type ObservabilitySet } from 'dexie';
import type { Owner } from '#app/api/session.ts';
import { observeTimestamp } from '#app/lib/logical-clock.ts';
import { isUnsettled } from '../model/entry.ts';
import { type ChangedEntries, changedEntries, joinChanges } from './changed-entries.ts';
import { assignDatabaseId, databaseId, recordPendingCount } from './eviction-detector.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';
import { OutboxReader } from './outbox-reader.ts';
import { EMPTY_OUTBOX, outboxView, provideOutboxRead, publishOutbox } from './outbox-view.ts';

/**
 * Multiplies a read's duration to get the pause before the next one. It leaves the screen responsive while
 * hundreds of entries are sent.
 */
const PAUSE_PER_READ = 8;
/** Limits that pause, in milliseconds: a user's change must show soon on any device. */
const MAX_PAUSE = 2_000;
/** Defines the wait after a failed read, in milliseconds. */
const RETRY_DELAY = 5_000;

type Reading = Awaited<ReturnType<OutboxReader['read']>>;

/** Returns whether a read found what the view shows already. */
function isShown({ rows, ids }: Reading): boolean {
  const shown = outboxView();
  if (!shown.loaded || shown.ids !== ids || shown.rows.length !== rows.length) return false;
  return rows.every((entry, index) => entry === shown.rows[index]);
}

/** Publishes what was read; what shows already is not computed again from entries that are the same. */
function publish(next: Reading): void {
  if (isShown(next)) return;
  for (const { acknowledgedAt, firstSentAt } of next.rows) {
    observeTimestamp(acknowledgedAt);
    observeTimestamp(firstSentAt);
  }
  publishOutbox({ ...next, loaded: true });
}

/**
 * Reads the outbox once, before anything is rendered: the first rows show its entries. Leaves a view that is
 * there, encrypted entries and a new database to the subscription. Never throws.
 */
export async function readOutboxFirst(owner: Owner, db: OutboxDb = outboxDb()): Promise<void> {
  const read = () =>
    db.transaction('r', db.outbox, db.idMap, db.facts, async () => {
      const encrypted = db.outbox.where('[ownerId+state]').equals([owner.ownerId, 'encrypted']);
      if ((await encrypted.count()) > 0 || (await databaseId(db)) === undefined) return undefined;
      return new OutboxReader(db, owner).read();
    });
  const next = await read().catch(() => undefined);
  if (next && !outboxView().loaded) publish(next);
}

/**
 * Keeps the outbox view of one owner current until stopped. It reads on every committed change, of this tab
 * or another, and when the database connection closes: a browser that evicts the database gives no other sign
 * (fault 46).
 */
export function subscribeToOutbox(owner: Owner, db: OutboxDb = outboxDb()): () => void {
  let reader = new OutboxReader(db, owner);
  let currentId: string | undefined;
  /** Reads the outbox. After an eviction the database is new, so the reader starts afresh. */
  async function readOutbox(changed: ChangedEntries): Promise<Reading> {
    const { id, next } = await db.transaction('r', db.outbox, db.idMap, db.facts, async () => ({
      id: await databaseId(db),
      next: await reader.read(changed),
    }));
    if (id !== undefined && id === (currentId ?? id)) {
      currentId = id;
      recordPendingCount(id, owner, next.rows.filter(isUnsettled).length);
      return next;
    }
    reader = new OutboxReader(db, owner);
    currentId = undefined;
    await assignDatabaseId(db);
    return readOutbox('any');
  }
  let stopped = false;
  let reading = false;
  let changedMeanwhile = false;
  /** What was written since the last read began. */
  let changes: ChangedEntries = 'any';
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** Released by a read that began after they were added. */
  let waiting: (() => void)[] = [];
  let endPause = () => {};
  const release = (served: readonly (() => void)[]) => {
    for (const proceed of served) proceed();
  };
  const untilCurrent = async () => {
    if (!reading || stopped) return;
    changedMeanwhile = true;
    const current = new Promise<void>((resolve) => waiting.push(resolve));
    endPause();
    await current;
  };
  async function read(changed: ChangedEntries = 'any'): Promise<void> {
    changes = joinChanges(changes, changed);
    if (reading) {
      changedMeanwhile = true;
      return;
    }
    reading = true;
    clearTimeout(retry);
    do {
      changedMeanwhile = false;
      const startedAt = performance.now();
      const [concerned, served] = [changes, waiting];
      changes = new Set();
      waiting = [];
      const next = await readOutbox(concerned).catch(() => undefined);
      if (next && !stopped) publish(next);
      release(served);
      if (stopped) return;
      if (!next) changes = 'any';
      if (!next) retry = setTimeout(() => void read(), RETRY_DELAY);
      const pause = Math.min(MAX_PAUSE, (performance.now() - startedAt) * PAUSE_PER_READ);
      if (changedMeanwhile && waiting.length === 0) {
        await new Promise<void>((resolve) => {
          endPause = resolve;
          setTimeout(resolve, pause);
        });
      }
    } while (changedMeanwhile && !stopped);
    reading = false;
  }
  const onClose = () => {
    if (db.isOpen()) setTimeout(() => void read());
  };
  const onMutation = (parts: ObservabilitySet) => {
    const changed = changedEntries(db, parts);
    if (changed) void read(changed);
  };
  Dexie.on('storagemutated', onMutation);
  db.on('close', onClose);
  const stopProviding = provideOutboxRead(untilCurrent);
  void read();
  return () => {
    stopped = true;
    stopProviding();
    release(waiting);
    clearTimeout(retry);
    db.on('close').unsubscribe(onClose);
    Dexie.on.storagemutated.unsubscribe(onMutation);
    publishOutbox(EMPTY_OUTBOX);
  };
}
