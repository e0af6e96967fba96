import { replaceEqualDeep } from '@tanstack/react-query';
import type { Owner } from '#app/api/session.ts';
import type { OutboxEntry, StoredEntry } from '../model/entry.ts';
import { createdIds } from '../model/lines.ts';
import type { OutboxDb } from './outbox-db.ts';
import type { OutboxView } from './outbox-view.ts';
import { storedUnsettled } from './queries.ts';
import { readEntries, readWithBase } from './read-entries.ts';

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
   * @throws whatever the database throws
   */
  async read(): Promise<Reading> {
    const previous = this.#stored;
    this.#stored = undefined;
    const { outbox, idMap } = this.#db;
    const stored = await this.#db.transaction('r', outbox, idMap, () =>
      previous ? this.#update(previous) : this.#readAll(),
    );
    const inOrder = [...stored.values()].sort((left, right) => left.seq - right.seq);
    const entries = readEntries(this.#owner, inOrder, (entry) => this.#readMemoized(entry));
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
    const [entries, mapped] = await Promise.all([
      this.#db.outbox.toArray(),
      this.#db.idMap.where({ ownerId: this.#owner.ownerId }).toArray(),
    ]);
    this.#ids = new Map(mapped.map(({ temporaryId, serverId }) => [temporaryId, serverId]));
    return new Map(entries.map((entry) => [entry.seq, entry]));
  }

  /**
   * Reads unsettled entries again, looks up those that no longer are, and finds new ones above the last
   * `seq`.
   */
  async #update(known: Map<number, StoredEntry>): Promise<Map<number, StoredEntry>> {
    const { outbox } = this.#db;
    const [unsettled, added] = await Promise.all([
      storedUnsettled(this.#db, this.#owner),
      outbox.where(':id').above(this.#lastSeq).toArray(),
    ]);
    const fresh = new Map([...added, ...unsettled].map((entry) => [entry.seq, entry]));
    const gone = this.#unsettled.map(({ seq }) => seq).filter((seq) => !fresh.has(seq));
    const lookedUp = await outbox.bulkGet(gone);
    for (const entry of lookedUp) if (entry) fresh.set(entry.seq, entry);
    for (const seq of gone) if (!fresh.has(seq)) known.delete(seq);
    // Parsing an entry costs ten times as much as comparing it, and hundreds are pending while a few are
    // sent.
    for (const [seq, entry] of fresh) known.set(seq, replaceEqualDeep(known.get(seq), entry));
    await this.#readNewIds([...fresh.values()]);
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
