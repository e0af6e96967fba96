import { z } from 'zod';
import { request } from '#app/api/client.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { encryptedContentOf, importStorageKey } from '#app/lib/encryption.ts';
import { mustRunAfter } from '#app/outbox/model/dependencies.ts';
import {
  isPending,
  isReadable,
  type OutboxEntry,
  type StoredEntry,
  withoutApproval,
} from '#app/outbox/model/entry.ts';
import { triggerSend } from '#app/outbox/sender/sender.ts';
import { dependentEntries } from '#app/outbox/store/dependents.ts';
import { type DiscardAnswer, moveToDiscarded } from '#app/outbox/store/discarded.ts';
import { decrypted, isUnchanged } from '#app/outbox/store/encrypted-entries.ts';
import { type OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { pendingEntries, readEntries, storedPending } from '#app/outbox/store/stored-entries.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { handover, USERS_PATH } from '#contract/users.ts';

export interface DisabledUser {
  readonly id: string;
  readonly name: string;
}

function leftOwner({ id }: DisabledUser): Owner {
  const owner = currentOwner();
  if (!owner) throw new Error(messages.notPending);
  return { ownerId: id, branchId: owner.branchId };
}

/**
 * Reads the entries that a disabled user left on this device, for a manager. The server hands out the key, writes that
 * into the history, and refuses it for a user who can sign in (decision 103). The key is not stored.
 * @throws {ApiError} when the server refuses, or cannot be reached
 */
export async function openEncryptedEntries(user: DisabledUser): Promise<OpenedEntry[]> {
  const path = `${USERS_PATH}${encodeURIComponent(user.id)}/handover/`;
  const given = await request({ method: 'POST', path, answer: handover });
  return decryptedOf(outboxDb(), leftOwner(user), given.storage_key);
}

/**
 * All entries that depend on it and all that it depends on. They are sent together, so that a payment never loses the
 * student that it waits for.
 */
export function connectedEntries(entry: OutboxEntry, all: readonly OpenedEntry[]): OpenedEntry[] {
  const connected = new Set([entry.id]);
  let size = 0;
  while (size < connected.size) {
    size = connected.size;
    for (const { entry: other } of all) {
      const isDependency = all.some(
        ({ entry: one }) => connected.has(one.id) && one.dependsOn.includes(other.id),
      );
      if (isDependency || other.dependsOn.some((id) => connected.has(id))) connected.add(other.id);
    }
  }
  return all.filter(({ entry: { id } }) => connected.has(id));
}

export const canBeSent = ({ entry }: OpenedEntry): boolean =>
  isReadable(entry) && (entry.quarantined === undefined || entry.quarantined === 'waiting-on-dependency');

/** A request of its first owner gets no answer any more. */
function resumedState({ state, uncertain }: StoredEntry): Pick<StoredEntry, 'state' | 'uncertain'> {
  if (state === 'sending') return { state: 'unknown', uncertain: true };
  if (state === 'auth') return { state: uncertain ? 'unknown' : 'queued', uncertain };
  return { state, uncertain };
}

/**
 * Keeps the key, so that a write that had arrived is recorded once. The first user stays named, even if they had taken
 * it over themselves. It follows the new owner's own entries of the same record or balance.
 */
function handedOver(
  { content, entry }: OpenedEntry,
  owner: Owner,
  enteredBy: DisabledUser,
  entriesOfOwner: readonly OutboxEntry[],
): StoredEntry {
  const { claim: _, ...unclaimed } = withoutApproval(content);
  const earlier = entriesOfOwner.filter((other) => mustRunAfter(entry, other)).map(({ id }) => id);
  return {
    ...unclaimed,
    ...owner,
    ...resumedState(content),
    enteredBy: content.enteredBy ?? enteredBy,
    dependsOn: [...new Set([...content.dependsOn, ...earlier])],
    nextAttemptAt: 0,
  };
}

async function takeOver(
  user: DisabledUser,
  left: readonly OpenedEntry[],
  then: (owner: Owner, seqs: readonly number[]) => Promise<void> = async () => undefined,
): Promise<number> {
  const db = outboxDb();
  const owner = currentOwner();
  if (!owner) throw new Error(messages.signedOut);
  return db.transaction('rw', db.outbox, db.discarded, async () => {
    const entriesOfOwner = await pendingEntries(db, owner);
    const seqs: number[] = [];
    for (const one of left) {
      if (!isUnchanged(one.stored, await db.outbox.get(one.stored.seq))) continue;
      await db.outbox.put(handedOver(one, owner, user, entriesOfOwner));
      seqs.push(one.stored.seq);
    }
    await then(owner, seqs);
    return seqs.length;
  });
}

/**
 * Moves encrypted entries to the signed-in manager, with the name of the user who entered them (decision 103). From then on
 * they are retried and may need the manager like their own. Entries connected to an unreadable one stay with it.
 * @returns how many were taken over
 * @throws the database's error
 */
export async function sendForUser(user: DisabledUser, left: readonly OpenedEntry[]): Promise<number> {
  const complete = left.filter(({ entry }) => connectedEntries(entry, left).every(canBeSent));
  const count = await takeOver(user, complete);
  void triggerSend(true);
  return count;
}

/**
 * The entry stays visible to the manager with the reason for 60 days.
 * @throws {Error} with a sentence to show, while other encrypted entries depend on it
 */
export async function discardForUser(
  user: DisabledUser,
  entry: OpenedEntry,
  all: readonly OpenedEntry[],
  answer: DiscardAnswer,
): Promise<void> {
  const dependents = dependentEntries(
    entry.entry,
    all.map((one) => one.entry),
  );
  if (dependents.length > 0) throw new Error(messages.hasPendingDependents({ count: dependents.length }));
  await takeOver(user, [entry], (owner, seqs) => moveToDiscarded(outboxDb(), owner, seqs, answer));
}

const indexKeys = z.array(z.array(z.string()));

interface LeftCount {
  readonly ownerId: string;
  readonly count: number;
}

async function storedLeft(db: OutboxDb, { ownerId, branchId }: Owner): Promise<StoredEntry[]> {
  const stored = await storedPending(db, { ownerId });
  return stored.filter((row) => row.branchId === branchId).sort((left, right) => left.seq - right.seq);
}

/** @throws the database's error */
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

export interface OpenedEntry {
  readonly stored: StoredEntry;
  /** The stored row if it was not encrypted, or the key does not fit. */
  readonly content: StoredEntry;
  readonly entry: OutboxEntry;
}

/**
 * In order of arrival. Nothing decrypted is stored.
 * @param storageKey the user's key, 32 bytes in base64
 * @throws the database's error
 */
async function decryptedOf(db: OutboxDb, left: Owner, storageKey: string): Promise<OpenedEntry[]> {
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
  const bySeq = new Map(entries.filter(isPending).map((entry) => [entry.seq, entry]));
  return both.flatMap((row) => {
    const entry = bySeq.get(row.content.seq);
    return entry ? [{ ...row, entry }] : [];
  });
}
