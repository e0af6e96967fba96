import { Dexie, type Table } from 'dexie';
import type { StoredRow } from './outbox-row.ts';

/** A temporary id and the id that the host gave the record. */
export interface IdMapping {
  readonly temporaryId: string;
  readonly serverId: string;
  readonly ownerId: string;
}

/** Small things that must outlive the tab, such as what a host can do. */
export interface Fact {
  readonly key: string;
  readonly value: unknown;
}

/** A row before the database has numbered it. */
export type NewRow = Omit<StoredRow, 'seq'> & { seq?: number };

/**
 * The unsent work of everyone who uses this device. Nothing else is in this database, so that losing or
 * rebuilding the cache can't touch it. Rows are read through `readRow`: another build may have written them.
 */
export class OutboxDb extends Dexie {
  declare readonly outbox: Table<StoredRow, number, NewRow>;
  declare readonly idMap: Table<IdMapping, string>;
  declare readonly facts: Table<Fact, string>;

  constructor(name = 'branch-desk-outbox') {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      outbox: '++seq, &id, [ownerId+state], entityKey, *dependsOn, nextAttemptAt',
      idMap: '&temporaryId, ownerId',
      facts: '&key',
    });
  }
}

let opened: OutboxDb | undefined;

/** The device's outbox; opened by its first use. */
export function outboxDb(): OutboxDb {
  opened ??= new OutboxDb();
  return opened;
}
