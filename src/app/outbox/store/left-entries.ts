import { z } from 'zod';
import type { Owner } from '#app/api/session.ts';
import { encryptedContentOf, importStorageKey } from '#app/lib/encryption.ts';
import { isUnsettled, type OutboxEntry, type StoredEntry } from '../model/entry.ts';
import { decrypted } from './encrypted-entries.ts';
import type { OutboxDb } from './outbox-db.ts';
import { readEntries, storedUnsettled } from './queries.ts';

/** Parses keys of `[ownerId+state]`. */
const indexKeys = z.array(z.array(z.string()));

/** Tells how many unsettled entries another user of the branch has left on this device. */
export interface LeftCount {
  readonly ownerId: string;
  readonly count: number;
}

/** Returns the unsettled entries that a user has made in this branch, as they are stored. */
async function storedLeft(db: OutboxDb, { ownerId, branchId }: Owner): Promise<StoredEntry[]> {
  const stored = await storedUnsettled(db, { ownerId });
  return stored.filter((row) => row.branchId === branchId).sort((left, right) => left.seq - right.seq);
}

/**
 * Returns how many unsettled entries each other user of the owner's branch has left on this device.
 * @throws whatever the database throws
 */
export async function leftByOthers(db: OutboxDb, { ownerId, branchId }: Owner): Promise<LeftCount[]> {
  // The keys of an index: settled entries of a week are not read for it.
  const keys = await db.outbox.orderBy('[ownerId+state]').uniqueKeys();
  const owners = indexKeys.parse(keys).flatMap(([other = '', state]) => (state === 'done' ? [] : other));
  const others = [...new Set(owners)].filter((other) => other !== ownerId && other !== '');
  const counts = others.map(async (other) => ({
    ownerId: other,
    count: (await storedLeft(db, { ownerId: other, branchId })).length,
  }));
  return (await Promise.all(counts)).filter(({ count }) => count > 0);
}

/** Holds an entry that another user has left: as it is stored, and as it reads with that user's key. */
export interface LeftEntry {
  readonly stored: StoredEntry;
  /** The row decrypted; the stored one if it was not encrypted, or the key does not fit. */
  readonly content: StoredEntry;
  /** What a reader shows of it. */
  readonly entry: OutboxEntry;
}

/**
 * Reads what a user has left on this device, in order of arrival. Nothing is stored: it stays encrypted.
 * @param storageKey the user's key, 32 bytes in base64
 * @throws whatever the database throws
 */
export async function readLeftEntries(db: OutboxDb, left: Owner, storageKey: string): Promise<LeftEntry[]> {
  const rows = await storedLeft(db, left);
  const key = await importStorageKey(storageKey);
  const read = rows.map(async (stored) => {
    const isEncrypted = encryptedContentOf(stored) !== undefined;
    const content = isEncrypted && key ? await decrypted(key, stored.id, stored) : undefined;
    return { stored, content: content ?? stored };
  });
  const both = await Promise.all(read);
  const entries = readEntries(
    left,
    both.map(({ content }) => content),
  );
  const bySeq = new Map(entries.filter(isUnsettled).map((entry) => [entry.seq, entry]));
  return both.flatMap((row) => {
    const entry = bySeq.get(row.content.seq);
    return entry ? [{ ...row, entry }] : [];
  });
}
