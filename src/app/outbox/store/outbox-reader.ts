import { replaceEqualDeep } from '@tanstack/react-query';
import type { Owner } from '#app/api/session.ts';
import type { OutboxEntry, StoredEntry } from '../model/entry.ts';
import { createdIds } from '../model/lines.ts';
import type { ChangedEntries } from './changed-entries.ts';
import type { OutboxDb } from './outbox-db.ts';
import type { OutboxView } from './outbox-view.ts';
import { readInSlices, unsettledSeqs } from './queries.ts';
import { arrangeEntries, readWithBase } from './read-entries.ts';

type Reading = Omit<OutboxView, 'loaded'>;

/**
 * Reads one owner's outbox incrementally: all of it once, then only what may have changed. Settled entries
 * never change, so that a week of them costs nothing during a send pass.
 */
export class OutboxReader {
  readonly #db: OutboxDb;
  readonly #owner: Owner;
  /** Stored entries by `seq`. */
  #stored: Map<number, StoredEntry> | undefined;
  /** Highest `seq` so far. */
  #lastSeq = 0;
  /** Unsettled entries: they may still change or go. */
  #unsettled: readonly OutboxEntry[] = [];
  #ids = new Map<string, string>();
  readonly #parsed = new WeakMap<object, OutboxEntry>();

  constructor(db: OutboxDb, owner: Owner) {
    this.#db = db;
    this.#owner = owner;
  }

  /**
   * Returns the entries in order of arrival, and the server's ids. After an error the next read is a full
   * one.
   * @param changed the entries that may have changed since the last read; new ones are found without it
   * @throws whatever the database throws
   */
  async read(changed: ChangedEntries = 'any'): Promise<Reading> {
    const previous = this.#stored;
    this.#stored = undefined;
    const { outbox, idMap } = this.#db;
    // Async, so that Dexie counts the awaits within: else the transaction may end before the last of them.
    const stored = await this.#db.transaction('r', outbox, idMap, async () =>
      previous ? this.#update(previous, changed) : this.#readAll(),
    );
    const inOrder = [...stored.values()].sort((left, right) => left.seq - right.seq);
    const entries = arrangeEntries(
      this.#owner,
      inOrder.map((entry) => this.#readMemoized(entry)),
    );
    this.#unsettled = entries.filter(({ state }) => state !== 'done');
    this.#lastSeq = inOrder.at(-1)?.seq ?? 0;
    this.#stored = stored;
    return { rows: entries, ids: this.#ids };
  }

  #readMemoized(entry: unknown): OutboxEntry {
    if (typeof entry !== 'object' || entry === null) return readWithBase(entry);
    const parsed = this.#parsed.get(entry) ?? readWithBase(entry);
    this.#parsed.set(entry, parsed);
    return parsed;
  }

  async #readAll(): Promise<Map<number, StoredEntry>> {
    const [seqs, mapped] = await Promise.all([
      this.#db.outbox.toCollection().primaryKeys(),
      this.#db.idMap.where({ ownerId: this.#owner.ownerId }).toArray(),
    ]);
    this.#ids = new Map(mapped.map(({ temporaryId, serverId }) => [temporaryId, serverId]));
    const entries = await readInSlices(this.#db, seqs, (entry) => {
      this.#readMemoized(entry);
      return entry;
    });
    return new Map(entries.map((entry) => [entry.seq, entry]));
  }

  /**
   * Reads again what may have changed, and finds new entries above the last `seq`. If anything may have, these
   * are the unsettled ones, with those that no longer are.
   */
  async #update(known: Map<number, StoredEntry>, changed: ChangedEntries): Promise<Map<number, StoredEntry>> {
    const { outbox } = this.#db;
    const [again, added] = await Promise.all([
      changed === 'any' ? unsettledSeqs(this.#db, this.#owner) : [...changed],
      outbox.where(':id').above(this.#lastSeq).primaryKeys(),
    ]);
    const gone = changed === 'any' ? this.#unsettled.map(({ seq }) => seq) : [];
    const seqs = [...new Set([...again, ...added, ...gone])].sort((left, right) => left - right);
    const missing = new Set(seqs);
    const fresh = await readInSlices(this.#db, seqs, (entry) => {
      missing.delete(entry.seq);
      // Parsing an entry costs ten times as much as comparing it, and hundreds are pending while a few are
      // sent.
      const current = replaceEqualDeep(known.get(entry.seq), entry);
      known.set(entry.seq, current);
      this.#readMemoized(current);
      return current;
    });
    for (const seq of missing) known.delete(seq);
    await this.#readNewIds(fresh);
    return known;
  }

  async #readNewIds(entries: readonly StoredEntry[]): Promise<void> {
    const created = entries.filter(
      ({ state, operation }) => state === 'done' && operation?.kind === 'create',
    );
    const ids = created.flatMap(createdIds).filter((id) => !this.#ids.has(id));
    if (ids.length === 0) return;
    const mapped = await this.#db.idMap.bulkGet(ids);
    const found = mapped.flatMap((mapping) =>
      mapping ? [[mapping.temporaryId, mapping.serverId] as const] : [],
    );
    if (found.length > 0) this.#ids = new Map([...this.#ids, ...found]);
  }
}
