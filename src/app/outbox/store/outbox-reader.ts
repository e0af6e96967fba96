import { replaceEqualDeep } from '@tanstack/react-query';
import type { Owner } from '#app/api/session.ts';
import { type OutboxEntry, readEntry, type StoredEntry } from '../model/entry.ts';
import type { OutboxDb } from './outbox-db.ts';
import type { OutboxView } from './outbox-view.ts';
import { storedUnsettled } from './queries.ts';
import { readEntries } from './read-entries.ts';

type Reading = Pick<OutboxView, 'rows' | 'ids'>;

/**
 * Reads one person's outbox again and again: all of it once, then only what may have changed since. A settled row never changes
 * any more, so that a week of them costs nothing while a drain goes on.
 */
export class OutboxReader {
  readonly #db: OutboxDb;
  readonly #owner: Owner;
  /** As they are stored, by their place. */
  #stored: Map<number, StoredEntry> | undefined;
  /** The place of the newest row. */
  #last = 0;
  /** Rows that may still change, or go. */
  #open: readonly OutboxEntry[] = [];
  #ids = new Map<string, string>();
  readonly #parsed = new WeakMap<object, OutboxEntry>();

  constructor(db: OutboxDb, owner: Owner) {
    this.#db = db;
    this.#owner = owner;
  }

  /** The rows in order of arrival, and which ids the host has given. @throws whatever the database throws; the next read is whole then */
  async read(): Promise<Reading> {
    const before = this.#stored;
    this.#stored = undefined;
    const { outbox, idMap } = this.#db;
    const stored = await this.#db.transaction('r', outbox, idMap, () =>
      before ? this.#update(before) : this.#readAll(),
    );
    const inOrder = [...stored.values()].sort((one, other) => one.seq - other.seq);
    const rows = readEntries(this.#owner, inOrder, (row) => this.#readOnce(row));
    this.#open = rows.filter(({ state }) => state !== 'done');
    this.#last = inOrder.at(-1)?.seq ?? 0;
    this.#stored = stored;
    return { rows, ids: this.#ids };
  }

  #readOnce(row: unknown): OutboxEntry {
    if (typeof row !== 'object' || row === null) return readEntry(row);
    const known = this.#parsed.get(row) ?? readEntry(row);
    this.#parsed.set(row, known);
    return known;
  }

  async #readAll(): Promise<Map<number, StoredEntry>> {
    const [rows, mapped] = await Promise.all([
      this.#db.outbox.toArray(),
      this.#db.idMap.where({ ownerId: this.#owner.ownerId }).toArray(),
    ]);
    this.#ids = new Map(mapped.map(({ temporaryId, serverId }) => [temporaryId, serverId]));
    return new Map(rows.map((row) => [row.seq, row]));
  }

  /** What waits is read anew, what no longer waits is looked up, and what came and went in between is found behind the last. */
  async #update(known: Map<number, StoredEntry>): Promise<Map<number, StoredEntry>> {
    const { outbox } = this.#db;
    const [waiting, added] = await Promise.all([
      storedUnsettled(this.#db, this.#owner),
      outbox.where(':id').above(this.#last).toArray(),
    ]);
    const fresh = new Map([...added, ...waiting].map((row) => [row.seq, row]));
    const gone = this.#open.map(({ seq }) => seq).filter((seq) => !fresh.has(seq));
    const looked = await outbox.bulkGet(gone);
    for (const row of looked) if (row) fresh.set(row.seq, row);
    for (const seq of gone) if (!fresh.has(seq)) known.delete(seq);
    // To parse a row costs ten times what comparing it does, and hundreds wait while a few are sent.
    for (const [seq, row] of fresh) known.set(seq, replaceEqualDeep(known.get(seq), row));
    await this.#learnIds([...fresh.values()]);
    return known;
  }

  async #learnIds(rows: readonly StoredEntry[]): Promise<void> {
    const made = rows.filter(({ state, operation }) => state === 'done' && operation?.kind === 'create');
    const ids = made.map(({ operation }) => operation.recordId).filter((id) => !this.#ids.has(id));
    if (ids.length === 0) return;
    const mapped = await this.#db.idMap.bulkGet(ids);
    const found = mapped.flatMap((one) => (one ? [[one.temporaryId, one.serverId] as const] : []));
    if (found.length > 0) this.#ids = new Map([...this.#ids, ...found]);
  }
}
