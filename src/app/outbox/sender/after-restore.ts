import { z } from 'zod';
import { acknowledgedCalls, forgetCalls } from '#app/api/acknowledged-calls.ts';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { affectedKeys, mustRunAfter, type Reference, referencesIn } from '#app/outbox/model/dependencies.ts';
import { linesOf, type OutboxEntry, type StoredEntry } from '#app/outbox/model/entry.ts';
import { isUndoable } from '#app/outbox/model/given-back.ts';
import { entityKey, familyPairId, recordIdFor } from '#app/outbox/model/ids.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { RESET_FIELDS } from '#app/outbox/store/entry-change.ts';
import type { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { nameUndone, type UndoneWrite } from '#app/outbox/store/undone-writes.ts';
import { branchDetails } from '#contract/branch.ts';
import type { Draft } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { KNOWN_KEYS_PATH, knownKeys, MOST_KEYS } from '#contract/outcomes.ts';
import { attachedNames, FAMILY } from '#contract/resource-names.ts';

interface LostCreate {
  readonly entryId: string;
  readonly temporaryId: string;
}

type LostCreates = ReadonlyMap<string, LostCreate>;

const lostAmong = (references: readonly Reference[], lost: LostCreates) =>
  references.flatMap(({ field, key }) => {
    const create = lost.get(key);
    return create ? [{ field, create }] : [];
  });

const lostReferences = (entry: StoredEntry, values: Draft | undefined, lost: LostCreates) =>
  lostAmong(referencesIn(entry.operation.resource, values, { ...entry.before, ...entry.body }), lost);

const lostByLines = (entry: StoredEntry, lost: LostCreates) =>
  linesOf(entry).map(({ resource, body }) => lostAmong(referencesIn(resource, body, body), lost));

function withTemporaryLines(entry: StoredEntry, lost: LostCreates): StoredEntry['body'] {
  const { payments = [], records = [] } = entry.body;
  const found = lostByLines(entry, lost);
  if (!Array.isArray(payments) || !Array.isArray(records) || found.every(({ length }) => length === 0))
    return entry.body;
  const rebound = [...records, ...payments].map((line: Draft, index) => ({
    ...line,
    ...Object.fromEntries((found[index] ?? []).map(({ field, create }) => [field, create.temporaryId])),
  }));
  return {
    ...entry.body,
    payments: rebound.slice(records.length),
    ...(records.length > 0 && { records: rebound.slice(0, records.length) }),
  };
}

function withTemporaryIds<T extends Draft>(entry: StoredEntry, values: T, lost: LostCreates): T {
  const references = lostReferences(entry, values, lost);
  return {
    ...values,
    ...Object.fromEntries(references.map(({ field, create }) => [field, create.temporaryId])),
  };
}

/** Names the records of lost creates by their temporary ids again, so that the entry is sent after them. */
function rebound(entry: StoredEntry, lost: LostCreates): StoredEntry {
  const { operation } = entry;
  const own =
    operation.kind === 'create' ? undefined : lost.get(entityKey(operation.resource, operation.recordId));
  const parents = [
    ...(own ? [own] : []),
    ...lostByLines(entry, lost).flatMap((found) => found.map(({ create }) => create)),
    ...[entry.body, entry.before].flatMap((values) =>
      lostReferences(entry, values, lost).map(({ create }) => create),
    ),
  ].filter(({ entryId }) => entryId !== entry.id);
  if (parents.length === 0) return entry;
  const body = withTemporaryIds(entry, withTemporaryLines(entry, lost), lost);
  const recordId = recordIdFor(operation.resource, own?.temporaryId ?? operation.recordId, body);
  return {
    ...entry,
    operation: { ...operation, recordId },
    entityKey: entityKey(operation.resource, recordId),
    body,
    before: entry.before && {
      ...withTemporaryIds(entry, entry.before, lost),
      id: own?.temporaryId ?? entry.before.id,
    },
    sent: undefined,
    dependsOn: [...new Set([...entry.dependsOn, ...parents.map(({ entryId }) => entryId)])],
  };
}

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

function writtenKey({ operation, result }: OutboxEntry): string | undefined {
  const isNamedAnew = operation.kind === 'create' && !isUndoable(operation.resource);
  const id = isNamedAnew ? result?.id : operation.recordId;
  return id === undefined ? undefined : entityKey(operation.resource, id);
}

/** Such a record never prevents the delete of the record that it is about. */
const isAttached = ({ operation: { resource } }: OutboxEntry): boolean =>
  resource === FAMILY || attachedNames.some((name) => name === resource);

/** A cancelled payment stays visible, struck through (decision 55). */
const isCancellation = ({ operation, body }: OutboxEntry): boolean =>
  operation.kind === 'delete' && typeof body.reason === 'string';

/**
 * Leaves out entries that no longer matter: records that this device has both created and deleted since the backup,
 * with everything attached to them, and all but the last decision about two students. A cancelled payment leaves a
 * trace, so all of it stays.
 */
function withoutUndoneByOwner(lost: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const kept = new Set(lost);
  const pairs = new Map<string, OutboxEntry>();
  for (const entry of lost) {
    if (entry.operation.resource === FAMILY) {
      const pair = familyPairId(entry.body);
      const earlier = pairs.get(pair);
      if (earlier) kept.delete(earlier);
      pairs.set(pair, entry);
    }
    if (entry.operation.kind !== 'delete' || isCancellation(entry)) continue;
    const isOwn = (one: OutboxEntry) => writtenKey(one) === entry.entityKey;
    const about = [...kept].filter((one) => isOwn(one) || affectedKeys(one).has(entry.entityKey));
    const wasCreated = about.some((one) => one.operation.kind === 'create' && isOwn(one));
    if (wasCreated && about.every((one) => isOwn(one) || isAttached(one)))
      for (const one of about) kept.delete(one);
  }
  return [...kept];
}

/**
 * Makes an acknowledged entry one that the user may send again under its own key, after the entries that it followed.
 * Versions are different since the restore, so a delete is compared with the record as it was shown.
 */
function offeredAgain(
  entry: StoredEntry,
  lost: readonly OutboxEntry[],
  { generation }: Restore,
): StoredEntry {
  const earlier = lost.filter((one) => one.seq < entry.seq && mustRunAfter(entry, one));
  const { version: _, ...shown } = entry.before ?? { id: entry.operation.recordId };
  return {
    ...entry,
    ...RESET_FIELDS,
    problems: [],
    state: 'unknown',
    asksPerson: true,
    lostInRestore: true,
    generation,
    dependsOn: earlier.map(({ id }) => id),
    ...(entry.operation.kind === 'delete' && entry.before && { before: shown }),
    acknowledgedAt: undefined,
    acknowledgedTime: undefined,
    result: undefined,
    detail: undefined,
  };
}

/** The version that a waiting delete expects matches none after a restore. */
function withoutVersion(entry: StoredEntry): StoredEntry {
  if (entry.operation.kind !== 'delete' || !entry.before) return entry;
  const { version: _, ...before } = entry.before;
  return { ...entry, before, ...(entry.sent && { sent: { ...entry.sent, ifMatch: undefined } }) };
}

function lostCreates(lost: readonly OutboxEntry[]): LostCreates {
  // A whole is named by prints of its receipt, its lines by all others.
  const creates = [...lost, ...withLines(lost)].flatMap(({ id, operation, result }) =>
    operation.kind === 'create' && result
      ? [
          [
            entityKey(operation.resource, result.id),
            { entryId: id, temporaryId: operation.recordId },
          ] as const,
        ]
      : [],
  );
  return new Map(creates);
}

/**
 * Entries waiting for the offered ones name them by temporary ids again. An entry that another tab has changed
 * meanwhile is left alone.
 */
async function storeOffered(
  db: OutboxDb,
  owner: Owner,
  lost: readonly OutboxEntry[],
  named: readonly OutboxEntry[],
  restore: Restore,
): Promise<void> {
  const seqs = new Set(lost.map(({ seq }) => seq));
  await db.transaction('rw', db.outbox, db.idMap, async () => {
    await db.outbox.bulkDelete(named.map(({ seq }) => seq));
    const own = (await db.outbox.orderBy('seq').toArray()).filter(({ ownerId }) => ownerId === owner.ownerId);
    const isLost = ({ seq, state, generation }: StoredEntry) =>
      seqs.has(seq) && state === 'done' && generation !== restore.generation;
    const stillLost = new Set(own.filter(isLost).map(({ seq }) => seq));
    const creates = lostCreates(lost.filter(({ seq }) => stillLost.has(seq)));
    await db.idMap.bulkDelete([...creates.values()].map(({ temporaryId }) => temporaryId));
    const changed = own.flatMap((entry) => {
      if (stillLost.has(entry.seq)) return [offeredAgain(entry, lost, restore)];
      return entry.state === 'done' ? [] : [withoutVersion(entry)];
    });
    await db.outbox.bulkPut(changed.map((entry) => rebound(entry, creates)));
  });
}

const writeOfEntry = ({ id, operation: { resource, kind }, createdAt }: OutboxEntry): UndoneWrite => ({
  key: id,
  at: createdAt,
  entry: { resource, kind },
});

/**
 * Compares the sent entries with a server that was restored from a backup (fault 61). Acknowledged entries that its
 * database lacks are offered to the user under their own keys. Entries that wait for them name them by temporary ids
 * again, because their server ids are void. Writes that this device cannot send again are listed by name: calls that
 * are not queued, and entries whose content was removed at a sign-out.
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
  const lost = withoutUndoneByOwner(
    missing.filter(({ sent, foundDone }) => sent !== undefined && !foundDone),
  );
  const lostCalls = calls.filter(({ key }) => !known.has(key));
  // Before its entries are gone: a crash in between names nothing twice.
  nameUndone(owner, restore.restoredFrom, [...named.map(writeOfEntry), ...lostCalls]);
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
