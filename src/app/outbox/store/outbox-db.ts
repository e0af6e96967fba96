import type { Table } from 'dexie';
import { DeviceDb } from '#app/cache/device/device-db.ts';
import { reportStorageProblem } from '#app/lib/storage-problem.ts';
import type { StoredEntry } from '../model/entry.ts';

/** A temporary id and the id that the host gave the record. */
export interface IdMapping {
  readonly temporaryId: string;
  readonly serverId: string;
  readonly ownerId: string;
}

/** Small things that must outlive the tab, such as what a host can do. */
export interface Metadata {
  readonly key: string;
  readonly value: unknown;
}

/** What a person gave up, kept for a while with the reason. `row` is as it was stored, whatever was in it. */
export interface StoredDiscardedEntry {
  readonly seq: number;
  readonly ownerId: string;
  readonly branchId: string;
  readonly row: unknown;
  readonly reason: string;
  /** What the person wrote beside it. */
  readonly words?: string;
  /** Who it was, by name, where the device knew. */
  readonly by?: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

const OUTBOX_OF_1 = ['++seq', '&id', '[ownerId+state]', 'entityKey', '*dependsOn', 'nextAttemptAt'];

/** The fields by which records refer to each other and that are indexed. One more of them is one more version. */
export const indexedReferences = ['student', 'book', 'employee', 'related_record'] as const;

const byReference = indexedReferences.flatMap((field) => [
  `[ownerId+state+body.${field}]`,
  `[ownerId+state+before.${field}]`,
]);

/** What the outbox is searched by. Later versions keep all of these: this build goes on working beside them. */
export const outboxIndexes = [...OUTBOX_OF_1, '*merged', '[ownerId+acknowledgedAt]', ...byReference];

/** A row before the database has numbered it. */
export type NewStoredEntry = Omit<StoredEntry, 'seq'> & { seq?: number };

/**
 * The unsent work of everyone who uses this device. Nothing else is in this database, so that losing or
 * rebuilding the cache can't touch it. Rows are read through `readRow`: another build may have written them.
 */
export class OutboxDb extends DeviceDb {
  declare readonly outbox: Table<StoredEntry, number, NewStoredEntry>;
  declare readonly idMap: Table<IdMapping, string>;
  declare readonly facts: Table<Metadata, string>;
  declare readonly discarded: Table<StoredDiscardedEntry, number, Omit<StoredDiscardedEntry, 'seq'>>;

  constructor(name = 'branch-desk-outbox') {
    super(name, { chromeTransactionDurability: 'strict' }, reportStorageProblem);
    this.version(1).stores({
      outbox: OUTBOX_OF_1.join(', '),
      idMap: '&temporaryId, ownerId',
      facts: '&key',
    });
    // A table more and nothing else: a build that knows version 1 alone still works with it.
    this.version(2).stores({ discarded: '++seq, ownerId, at' });
    // Indexes and nothing else, over what every build writes: which rows a write or a read concerns is found without reading all.
    this.version(3).stores({
      outbox: outboxIndexes.join(', '),
    });
  }
}

let opened: OutboxDb | undefined;

/** The device's outbox; opened by its first use. */
export function outboxDb(): OutboxDb {
  opened ??= new OutboxDb();
  return opened;
}
