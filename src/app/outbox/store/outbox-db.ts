import type { Table } from 'dexie';
import { DeviceDb } from '#app/cache/device/device-db.ts';
import { reportStorageProblem } from '#app/lib/storage-problem.ts';
import type { StoredEntry } from '../model/entry.ts';

export interface Metadata {
  readonly key: string;
  readonly value: unknown;
}

/** `row` is the entry exactly as it was stored, even if unreadable. */
export interface StoredDiscardedEntry {
  readonly seq: number;
  readonly ownerId: string;
  readonly branchId: string;
  readonly row: unknown;
  readonly reason: string;
  readonly words?: string;
  readonly by?: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

/** A further field needs a further version of the database. */
export const indexedReferences = ['student', 'book', 'employee', 'related_record'] as const;

const byReference = indexedReferences.flatMap((field) => [
  `[ownerId+state+body.${field}]`,
  `[ownerId+state+before.${field}]`,
]);

/** Later versions keep all of them, because this build goes on working beside them. */
export const outboxIndexes = [
  '++seq',
  '&id',
  '[ownerId+state]',
  '[ownerId+acknowledgedAt]',
  'entityKey',
  '*dependsOn',
  '*merged',
  ...byReference,
];

export type NewStoredEntry = Omit<StoredEntry, 'seq'> & { seq?: number };

/**
 * Holds the pending entries of all users of this device and nothing else, so that losing or rebuilding the cache cannot
 * touch them. Read entries with `readEntry`: another build may have written them.
 */
export class OutboxDb extends DeviceDb {
  declare readonly outbox: Table<StoredEntry, number, NewStoredEntry>;
  declare readonly facts: Table<Metadata, string>;
  declare readonly discarded: Table<StoredDiscardedEntry, number, Omit<StoredDiscardedEntry, 'seq'>>;

  constructor(name = 'branch-desk-outbox') {
    super(name, { chromeTransactionDurability: 'strict' }, reportStorageProblem);
    this.version(1).stores({
      outbox: outboxIndexes.join(', '),
      facts: '&key',
      discarded: '++seq, ownerId, at',
    });
  }
}

const DATABASE_ID_KEY = 'database';

/** Undefined for a new one, such as after an eviction (fault 46). */
export async function databaseId(db: OutboxDb): Promise<string | undefined> {
  const stored = await db.facts.get(DATABASE_ID_KEY);
  return stored && String(stored.value);
}

export async function assignDatabaseId(db: OutboxDb): Promise<void> {
  await db.transaction('rw', db.facts, async () => {
    if (!(await databaseId(db))) await db.facts.put({ key: DATABASE_ID_KEY, value: crypto.randomUUID() });
  });
}

let database: OutboxDb | undefined;

export function outboxDb(): OutboxDb {
  database ??= new OutboxDb();
  return database;
}
