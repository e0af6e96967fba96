import type { Owner } from '#app/api/session.ts';
import { ownStorageKey } from '#app/api/storage-key.ts';
import { decryptJson, type EncryptedValue, encryptedContentOf, encryptJson } from '#app/lib/encryption.ts';
import { isReadable, readEntry, type StoredEntry, withoutApproval } from '../model/entry.ts';
import type { OutboxDb, StoredDiscardedEntry } from './outbox-db.ts';
import { storedPending } from './stored-entries.ts';

/** The readable rest names no person and no amount. */
type EncryptedEntry = StoredEntry & { readonly encrypted: EncryptedValue };

/** `reason` is encrypted as well. */
type EncryptedDiscarded = StoredDiscardedEntry & { readonly encrypted: EncryptedValue };

function encryptedEntry(entry: StoredEntry, encrypted: EncryptedValue): EncryptedEntry {
  const { seq, id, schemaVersion, ownerId, branchId, operation, entityKey, dependsOn, merged, createdAt } =
    entry;
  return {
    ...{ seq, id, schemaVersion, ownerId, branchId, operation, entityKey, dependsOn, merged, createdAt },
    ...{ encrypted, state: 'encrypted', body: {}, referenced: {}, problems: [] },
    ...{ uncertain: false, asksPerson: false, attempts: 0, nextAttemptAt: 0 },
  };
}

function encryptedDiscard(row: StoredDiscardedEntry, encrypted: EncryptedValue): EncryptedDiscarded {
  const { seq, ownerId, branchId, at } = row;
  return { seq, ownerId, branchId, at, row: undefined, reason: '', encrypted };
}

export const isUnchanged = (before: object, current: object | undefined) =>
  JSON.stringify(current) === JSON.stringify(before);

/**
 * Replaces rows in one transaction, except those that have changed since they were read.
 * @param may checked before each row, because it may have become false
 */
async function replaceRows(
  db: OutboxDb,
  entries: readonly (readonly [StoredEntry, StoredEntry | undefined])[],
  discarded: readonly (readonly [StoredDiscardedEntry, StoredDiscardedEntry | undefined])[],
  may: () => boolean = () => true,
): Promise<void> {
  await db.transaction('rw', db.outbox, db.discarded, async () => {
    for (const [before, after] of entries)
      if (after && isUnchanged(before, await db.outbox.get(before.seq)) && may()) await db.outbox.put(after);
    for (const [before, after] of discarded)
      if (after && isUnchanged(before, await db.discarded.get(before.seq)) && may())
        await db.discarded.put(after);
  });
}

/**
 * Encrypts the pending and the discarded entries of a user who is signed out (decision 97). Rows that change
 * meanwhile stay for the next call, and rows that no build can read stay as they are.
 * @param isLeft whether the user is still signed out; a user who has signed in again needs readable entries
 * @returns whether nothing readable is left
 * @throws the database's error
 */
export async function encryptEntries(
  db: OutboxDb,
  ownerId: string,
  key: CryptoKey,
  isLeft: () => boolean = () => true,
): Promise<boolean> {
  const pending = await storedPending(db, { ownerId });
  const readable = pending.filter((row) => isReadable(readEntry(row)));
  const discarded = (await db.discarded.where({ ownerId }).toArray()).filter(
    (row) => !encryptedContentOf(row),
  );
  // Encrypted outside the transaction, which would end while it waits for anything but the database.
  const [entries, discards] = await Promise.all([
    Promise.all(
      readable.map(
        async (row) =>
          [row, encryptedEntry(row, await encryptJson(key, row.id, withoutApproval(row)))] as const,
      ),
    ),
    Promise.all(
      discarded.map(
        async (row) => [row, encryptedDiscard(row, await encryptJson(key, ownerId, row))] as const,
      ),
    ),
  ]);
  await replaceRows(db, entries, discards, isLeft);
  const left = await storedPending(db, { ownerId });
  return !left.some((row) => isReadable(readEntry(row)));
}

/**
 * Restores the entries exactly. Entries that another key encrypted stay.
 * @throws the database's error
 */
async function decryptEntries(db: OutboxDb, ownerId: string, key: CryptoKey): Promise<void> {
  const encrypted = await db.outbox.where('[ownerId+state]').equals([ownerId, 'encrypted']).toArray();
  const discarded = (await db.discarded.where({ ownerId }).toArray()).filter((row) =>
    encryptedContentOf(row),
  );
  if (encrypted.length + discarded.length === 0) return;
  const [entries, discards] = await Promise.all([
    Promise.all(encrypted.map(async (row) => [row, await decrypted(key, row.id, row)] as const)),
    Promise.all(discarded.map(async (row) => [row, await decrypted(key, ownerId, row)] as const)),
  ]);
  await replaceRows(db, entries, discards);
}

/**
 * Does nothing until the key has arrived.
 * @throws the database's error
 */
export async function decryptOwnEntries(db: OutboxDb, { ownerId }: Owner): Promise<void> {
  const key = await ownStorageKey(ownerId);
  if (key) await decryptEntries(db, ownerId, key);
}

/** `seq` stays, because it is the key of the row. */
export async function decrypted<T extends { readonly seq: number }>(
  key: CryptoKey,
  context: string,
  row: T,
): Promise<T | undefined> {
  const content = encryptedContentOf(row);
  const value = content && (await decryptJson(key, context, content));
  // The database gets its earlier rows back: entries are parsed where they are read.
  return typeof value === 'object' && value !== null ? ({ ...value, seq: row.seq } as T) : undefined;
}

/** Keeps the idempotency key and the server's id, which sending once needs. */
function stripped(entry: StoredEntry): StoredEntry {
  const { seq, id, schemaVersion, ownerId, branchId, operation, entityKey, merged, createdAt } = entry;
  const { firstSentAt, acknowledgedAt, result } = entry;
  return {
    ...{ seq, id, schemaVersion, ownerId, branchId, operation, entityKey, merged, createdAt },
    ...{ firstSentAt, acknowledgedAt, state: 'done', body: {}, referenced: {}, dependsOn: [], problems: [] },
    ...{ uncertain: false, asksPerson: false, attempts: entry.attempts, nextAttemptAt: 0 },
    ...(result && { result: { id: result.id } }),
  };
}

/** Removes names and amounts. */
export async function stripSettled(db: OutboxDb, ownerId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const done = await db.outbox.where('[ownerId+state]').equals([ownerId, 'done']).toArray();
    await db.outbox.bulkPut(done.map(stripped));
  });
}
