import { z } from 'zod';
import { acknowledgedCalls, forgetCalls } from '#app/api/acknowledged-calls.ts';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { affectedKeys, mustRunAfter } from '#app/outbox/model/dependencies.ts';
import { isReadable, type OutboxEntry, readEntry, type StoredEntry } from '#app/outbox/model/entry.ts';
import { RESET_FIELDS } from '#app/outbox/store/entry-change.ts';
import { type LostWrite, nameLost } from '#app/outbox/store/lost-writes.ts';
import type { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { branchDetails } from '#contract/branch.ts';
import { paths } from '#contract/http.ts';
import { KNOWN_KEYS_PATH, knownKeys, MOST_KEYS } from '#contract/outcomes.ts';
import { attachedNames } from '#contract/resource-names.ts';
import { writeOf } from '#contract/writes/registry.ts';

interface Restore {
  readonly generation: string;
  /** When the backup was made, ISO 8601 in UTC; some servers do not tell. */
  readonly restoredFrom: string | undefined;
  readonly tells: boolean;
}

/**
 * Looks writes up by their keys: the database contains exactly those of the backup, and those sent since. If the server
 * does not tell, none counts as contained.
 * @throws {ApiError} when the server cannot be reached
 */
async function knownWrites(
  keys: readonly string[],
  owner: Owner,
  { tells }: Restore,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; tells && at < keys.length; at += MOST_KEYS) {
    const query = { keys: keys.slice(at, at + MOST_KEYS).join() };
    const call = { path: KNOWN_KEYS_PATH, query, answer: knownKeys, expectOwner: ownerKey(owner) };
    for (const key of (await request({ method: 'GET', ...call })).known) known.add(key);
  }
  return known;
}

const isKey = (id: string) => z.guid().safeParse(id).success;

/** In order of arrival, of this branch only. An entry without a key was never taken by a server. */
async function acknowledgedEntries(db: OutboxDb, owner: Owner): Promise<OutboxEntry[]> {
  const stored = await db.outbox.where('[ownerId+state]').equals([owner.ownerId, 'done']).sortBy('seq');
  return readEntries(owner, stored).filter(({ id, branchId }) => branchId === owner.branchId && isKey(id));
}

const lastCounts = (resource: string): boolean => writeOf(resource)?.lastCounts === true;

/** Such a record never prevents the delete of the record that it is about. */
const isAttached = ({ operation: { resource } }: OutboxEntry): boolean =>
  lastCounts(resource) || attachedNames.some((name) => name === resource);

/** A cancelled payment stays visible, struck through (decision 55). */
const isCancellation = ({ operation, body }: OutboxEntry): boolean =>
  operation.kind === 'delete' && typeof body.reason === 'string';

/**
 * Leaves out entries that no longer matter: records that this device has both created and deleted since the backup,
 * with everything attached to them, and all but the last of the writes of which only the last counts. A cancelled payment leaves a
 * trace, so all of it stays.
 */
function withoutRemovedByOwner(lost: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const kept = new Set(lost);
  const last = new Map<string, OutboxEntry>();
  for (const entry of lost) {
    if (lastCounts(entry.operation.resource)) {
      const earlier = last.get(entry.entityKey);
      if (earlier) kept.delete(earlier);
      last.set(entry.entityKey, entry);
    }
    if (entry.operation.kind !== 'delete' || isCancellation(entry)) continue;
    const isOwn = (one: OutboxEntry) => one.entityKey === entry.entityKey;
    const about = [...kept].filter((one) => isOwn(one) || affectedKeys(one).has(entry.entityKey));
    const wasCreated = about.some((one) => one.operation.kind === 'create' && isOwn(one));
    if (wasCreated && about.every((one) => isOwn(one) || isAttached(one)))
      for (const one of about) kept.delete(one);
  }
  return [...kept];
}

/** Those that a restored server lacks are sent before what follows them. */
const afterLost = (entry: StoredEntry, lost: readonly OutboxEntry[]): string[] =>
  lost.filter((one) => one.seq < entry.seq && mustRunAfter(entry, one)).map(({ id }) => id);

/**
 * Makes an acknowledged entry one that the user may send again under its own key. Versions are different since the
 * restore, so a delete is compared with the record as it was shown.
 */
const offeredAgain = (
  entry: StoredEntry,
  lost: readonly OutboxEntry[],
  { generation }: Restore,
): StoredEntry => ({
  ...withoutVersion(entry),
  ...RESET_FIELDS,
  problems: [],
  state: 'unknown',
  asksPerson: true,
  lostInRestore: true,
  generation,
  dependsOn: afterLost(entry, lost),
  acknowledgedAt: undefined,
  acknowledgedTime: undefined,
  result: undefined,
  records: undefined,
  detail: undefined,
});

/** The version that a delete expects matches none after a restore. */
function withoutVersion(entry: StoredEntry): StoredEntry {
  if (entry.operation.kind !== 'delete' || !entry.before) return entry;
  const { version: _, ...before } = entry.before;
  return { ...entry, before, ...(entry.sent && { sent: { ...entry.sent, ifMatch: undefined } }) };
}

/** Entries that wait go after the offered ones. An entry that another tab has changed meanwhile is left alone. */
async function storeOffered(
  db: OutboxDb,
  owner: Owner,
  lost: readonly OutboxEntry[],
  named: readonly OutboxEntry[],
  restore: Restore,
): Promise<void> {
  const seqs = new Set(lost.map(({ seq }) => seq));
  await db.transaction('rw', db.outbox, async () => {
    await db.outbox.bulkDelete(named.map(({ seq }) => seq));
    const stored = await db.outbox.orderBy('seq').toArray();
    const readable = stored.filter(
      (entry) => entry.ownerId === owner.ownerId && isReadable(readEntry(entry)),
    );
    const isLost = ({ seq, state, generation }: StoredEntry) =>
      seqs.has(seq) && state === 'done' && generation !== restore.generation;
    const changed = readable.flatMap((entry) => {
      if (isLost(entry)) return [offeredAgain(entry, lost, restore)];
      if (entry.state === 'done') return [];
      const dependsOn = [...new Set([...entry.dependsOn, ...afterLost(entry, lost)])];
      return [{ ...withoutVersion(entry), dependsOn }];
    });
    await db.outbox.bulkPut(changed);
  });
}

const writeOfEntry = ({ id, operation: { resource, kind }, createdAt }: OutboxEntry): LostWrite => ({
  key: id,
  at: createdAt,
  entry: { resource, kind },
});

/**
 * Compares the sent entries with a server that was restored from a backup (fault 61). Acknowledged entries that its
 * database lacks are offered to the user under their own keys and ids. Writes that this device cannot send again are
 * listed by name: calls that are not queued, and entries whose content was removed at a sign-out.
 * @throws {ApiError} when the server cannot be reached; then nothing is changed
 */
async function compare(db: OutboxDb, owner: Owner, restore: Restore): Promise<void> {
  const acknowledged = await acknowledgedEntries(db, owner);
  const calls = acknowledgedCalls(owner);
  const keys = [...acknowledged.map(({ id }) => id), ...calls.map(({ key }) => key)];
  const known = await knownWrites(keys, owner, restore);
  const missing = acknowledged.filter(({ id }) => !known.has(id));
  const backup = Date.parse(restore.restoredFrom ?? '');
  // What its user found done was perhaps sent by somebody else: it is not sent again, and named only if it is younger
  // than the backup.
  const named = missing.filter(({ sent, foundDone, acknowledgedTime = 0 }) =>
    foundDone ? acknowledgedTime > backup : sent === undefined,
  );
  const lost = withoutRemovedByOwner(
    missing.filter(({ sent, foundDone }) => sent !== undefined && !foundDone),
  );
  const lostCalls = calls.filter(({ key }) => !known.has(key));
  // Before its entries are gone: a crash in between names nothing twice.
  nameLost(owner, restore.restoredFrom, [...named.map(writeOfEntry), ...lostCalls]);
  await storeOffered(db, owner, lost, named, restore);
  forgetCalls(lostCalls);
}

/**
 * @returns false when the server could not be reached; then nothing is changed
 * @throws the database's error
 */
export async function compareAfterRestore(db: OutboxDb, owner: Owner): Promise<boolean> {
  try {
    const expectOwner = ownerKey(owner);
    const branch = await request({ method: 'GET', path: paths.branch, answer: branchDetails, expectOwner });
    const { generation, restored_from, outcomes: tells } = branch;
    if (generation === undefined) return true;
    await compare(db, owner, { generation, restoredFrom: restored_from ?? undefined, tells });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
