import { replaceEqualDeep } from '@tanstack/react-query';
import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import type { Owner } from '#app/api/session.ts';
import { observeTimestamp } from '#app/lib/clock.ts';
import { isPending, type OutboxEntry, readEntry, type StoredEntry } from '#app/outbox/model/entry.ts';
import { assignDatabaseId, databaseId, type OutboxDb, outboxDb } from './outbox-db.ts';
import {
  EMPTY_OUTBOX,
  type OutboxView,
  outboxView,
  provideOutboxRead,
  publishOutbox,
} from './outbox-view.ts';
import { recordPendingCount } from './pending-count.ts';
import { arrangeEntries, pendingSeqs, readInSlices } from './stored-entries.ts';

export type ChangedEntries = ReadonlySet<number> | 'any';

/**
 * Undefined if the change is of another database. 'any' if it names a range or everything, as for a page that the
 * browser restores from its memory (fault 72).
 * @param parts the places that were written, as Dexie reports them
 */
export function changedEntries(
  { name, outbox }: OutboxDb,
  parts: ObservabilitySet,
): ChangedEntries | undefined {
  if ('all' in parts) return 'any';
  const writtenParts = Object.keys(parts).filter((part) => part.startsWith(`idb://${name}/`));
  if (writtenParts.length === 0) return undefined;
  const written = parts[`idb://${name}/${outbox.name}/`];
  if (!written) return new Set();
  const seqs = new Set<number>();
  for (const { from, to } of RangeSet(written)) {
    if (typeof from !== 'number' || from !== to) return 'any';
    seqs.add(from);
  }
  return seqs;
}

export const joinChanges = (one: ChangedEntries, other: ChangedEntries): ChangedEntries =>
  one === 'any' || other === 'any' ? 'any' : new Set([...one, ...other]);

type Reading = Omit<OutboxView, 'loaded'>;

/**
 * Reads all entries once, then only those that may have changed. Settled entries never change, so a week of them costs
 * nothing while the sender runs.
 */
export class OutboxReader {
  readonly #db: OutboxDb;
  readonly #owner: Owner;
  #stored: Map<number, StoredEntry> | undefined;
  #lastSeq = 0;
  #pending: readonly OutboxEntry[] = [];
  readonly #parsed = new WeakMap<object, OutboxEntry>();

  constructor(db: OutboxDb, owner: Owner) {
    this.#db = db;
    this.#owner = owner;
  }

  /**
   * Entries are in order of arrival. After an error the next read is a full one.
   * @param changed the entries that may have changed since the last read; new ones are found without it
   * @throws the database's error
   */
  async read(changed: ChangedEntries = 'any'): Promise<Reading> {
    const previous = this.#stored;
    this.#stored = undefined;
    // Async, so that Dexie counts the awaits within: else the transaction may end before the last of them.
    const stored = await this.#db.transaction('r', this.#db.outbox, async () =>
      previous ? this.#update(previous, changed) : this.#readAll(),
    );
    const inOrder = [...stored.values()].sort((left, right) => left.seq - right.seq);
    const entries = arrangeEntries(
      this.#owner,
      inOrder.map((entry) => this.#readMemoized(entry)),
    );
    this.#pending = entries.filter(({ state }) => state !== 'done');
    this.#lastSeq = inOrder.at(-1)?.seq ?? 0;
    this.#stored = stored;
    return { rows: entries };
  }

  #readMemoized(entry: unknown): OutboxEntry {
    if (typeof entry !== 'object' || entry === null) return readEntry(entry);
    const parsed = this.#parsed.get(entry) ?? readEntry(entry);
    this.#parsed.set(entry, parsed);
    return parsed;
  }

  async #readAll(): Promise<Map<number, StoredEntry>> {
    const seqs = await this.#db.outbox.toCollection().primaryKeys();
    const entries = await readInSlices(this.#db, seqs, (entry) => {
      this.#readMemoized(entry);
      return entry;
    });
    return new Map(entries.map((entry) => [entry.seq, entry]));
  }

  /** New entries are above the last `seq`. For 'any' it reads the pending entries, and those that no longer are. */
  async #update(known: Map<number, StoredEntry>, changed: ChangedEntries): Promise<Map<number, StoredEntry>> {
    const { outbox } = this.#db;
    const [again, added] = await Promise.all([
      changed === 'any' ? pendingSeqs(this.#db, this.#owner) : [...changed],
      outbox.where(':id').above(this.#lastSeq).primaryKeys(),
    ]);
    const gone = changed === 'any' ? this.#pending.map(({ seq }) => seq) : [];
    const seqs = [...new Set([...again, ...added, ...gone])].sort((left, right) => left - right);
    const missing = new Set(seqs);
    await readInSlices(this.#db, seqs, (entry) => {
      missing.delete(entry.seq);
      // Parsing an entry costs ten times as much as comparing it, and hundreds are pending while a few are
      // sent.
      const current = replaceEqualDeep(known.get(entry.seq), entry);
      known.set(entry.seq, current);
      this.#readMemoized(current);
    });
    for (const seq of missing) known.delete(seq);
    return known;
  }
}

/** A pause of this many times a read's duration leaves the screen responsive while hundreds of entries are sent. */
const PAUSE_PER_READ = 8;
/** Milliseconds. A user's change must show soon on any device. */
const MAX_PAUSE = 2_000;
const RETRY_DELAY = 5_000;

function isShown({ rows }: Reading): boolean {
  const shown = outboxView();
  if (!shown.loaded || shown.rows.length !== rows.length) return false;
  return rows.every((entry, index) => entry === shown.rows[index]);
}

/** Publishes nothing if the entries are the same, so that nothing is computed again. */
function publish(next: Reading): void {
  if (isShown(next)) return;
  for (const { acknowledgedAt, firstSentAt } of next.rows) {
    observeTimestamp(acknowledgedAt);
    observeTimestamp(firstSentAt);
  }
  publishOutbox({ ...next, loaded: true });
}

/**
 * Reads the outbox before anything is rendered, so that the first rows show its entries. An existing view, encrypted
 * entries and a new database are left to the subscription. Never throws.
 */
export async function readOutboxFirst(owner: Owner): Promise<void> {
  const db = outboxDb();
  const read = () =>
    db.transaction('r', db.outbox, db.facts, async () => {
      const encrypted = db.outbox.where('[ownerId+state]').equals([owner.ownerId, 'encrypted']);
      if ((await encrypted.count()) > 0 || (await databaseId(db)) === undefined) return undefined;
      return new OutboxReader(db, owner).read();
    });
  const next = await read().catch(() => undefined);
  if (next && !outboxView().loaded) publish(next);
}

/**
 * Keeps the outbox view of one owner current until stopped. It reads after every commit, of this tab or another, and
 * when the database connection closes: a browser that evicts the database gives no other sign (fault 46).
 */
export function subscribeToOutbox(owner: Owner, db: OutboxDb = outboxDb()): () => void {
  let reader = new OutboxReader(db, owner);
  let currentId: string | undefined;
  async function readOutbox(changed: ChangedEntries): Promise<Reading> {
    const { id, next } = await db.transaction('r', db.outbox, db.facts, async () => ({
      id: await databaseId(db),
      next: await reader.read(changed),
    }));
    if (id !== undefined && id === (currentId ?? id)) {
      currentId = id;
      recordPendingCount(owner, next.rows.filter(isPending).length);
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
  let changes: ChangedEntries = 'any';
  let retry: ReturnType<typeof setTimeout> | undefined;
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
