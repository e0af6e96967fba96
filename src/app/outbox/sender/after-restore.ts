import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import { branchDetails } from '#contract/branch.ts';
import { isSameValue } from '#contract/change.ts';
import { FAMILIES_PATH, family } from '#contract/families.ts';
import { readId } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';
import { FAMILY } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { entityKey } from '../model/dependencies.ts';
import type { OutboxEntry, StoredEntry } from '../model/entry.ts';
import { familyPairId } from '../model/family-pair.ts';
import { withLines } from '../model/lines.ts';
import { changeableFields } from '../store/entry-change.ts';
import { RESET_FIELDS } from '../store/new-entry.ts';
import type { OutboxDb } from '../store/outbox-db.ts';
import { readEntries } from '../store/read-entries.ts';
import { pathOf } from './build-request.ts';
import { type LostCreates, rebound } from './lost-references.ts';

/** Allows for a wrong clock, in milliseconds. What the backup has is recognised by reading it. */
const CLOCK_MARGIN = 24 * 3_600_000;

/** Describes the restore of the server's database. */
interface Restore {
  /** The generation since the restore. */
  readonly generation: string;
  /** When the backup was made, ISO 8601 in UTC; unknown for some servers. */
  readonly restoredFrom: string | undefined;
}

/**
 * Reads a record; undefined if the server does not have it.
 * @throws {ApiError} when the server cannot be asked
 */
async function readRecord(resource: string, id: string, owner: Owner): Promise<RecordRow | undefined> {
  const path = pathOf(resource);
  if (path === undefined) return undefined;
  try {
    return await request({
      method: 'GET',
      path: `${path}${encodeURIComponent(id)}/`,
      answer: isResourceName(resource) ? recordSchema(resourceOf(resource)) : z.looseObject({ id: readId }),
      expectOwner: ownerKey(owner),
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the key of the record that an acknowledged entry wrote; undefined if the server named none. */
function writtenKey({ operation, result }: OutboxEntry): string | undefined {
  const id = operation.kind === 'create' ? result?.id : operation.recordId;
  return id === undefined ? undefined : entityKey(operation.resource, id);
}

const isPair = ({ operation }: OutboxEntry): boolean => operation.resource === FAMILY;

/** Returns the keys of the students that a decision about a family is about. */
const pairedKeys = ({ body }: OutboxEntry): string[] =>
  [body.student, body.other].map((id) => entityKey('student', String(id)));

/**
 * Returns whether a decision about two students no longer holds: the server has no family of the one, or the other is not where the
 * decision says.
 * @throws {ApiError} when the server cannot be asked
 */
async function isPairLost({ body }: OutboxEntry, owner: Owner): Promise<boolean> {
  try {
    const query = { student: String(body.student) };
    const answer = { path: FAMILIES_PATH, query, answer: family, expectOwner: ownerKey(owner) };
    const { students } = await request({ method: 'GET', ...answer });
    return students.some(({ id }) => id === body.other) !== (body.together === true);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true;
    throw error;
  }
}

/**
 * Returns whether the restored server lacks the effect of an acknowledged entry.
 * @param deleted keys of the records that this device has deleted: what it wrote before is not missing
 * @throws {ApiError} when the server cannot be asked
 */
async function isLost(entry: OutboxEntry, deleted: ReadonlySet<string>, owner: Owner): Promise<boolean> {
  const { operation, body, before, result } = entry;
  const key = writtenKey(entry);
  const id = operation.kind === 'create' ? result?.id : operation.recordId;
  if (key === undefined || id === undefined) return false;
  const current = await readRecord(operation.resource, id, owner);
  if (operation.kind === 'delete') return current !== undefined;
  if (current === undefined) return !deleted.has(key);
  if (operation.kind === 'create') return false;
  return Object.entries(changeableFields(operation.resource, before, body)).some(
    ([name, field]) => body[name] !== undefined && !isSameValue(field, body[name], current[name]),
  );
}

/** Returns the owner's acknowledged entries that may be younger than the backup, in order of arrival. */
async function acknowledgedSince(db: OutboxDb, owner: Owner, restore: Restore): Promise<OutboxEntry[]> {
  const backup = Date.parse(restore.restoredFrom ?? '');
  const since = Number.isNaN(backup) ? 0 : backup - CLOCK_MARGIN;
  const stored = await db.outbox
    .where('[ownerId+acknowledgedAt]')
    .between([owner.ownerId, 0], [owner.ownerId, Number.MAX_VALUE])
    // A clock of this device that ran days behind must not hide anything.
    .and(
      ({ acknowledgedAt, acknowledgedTime }) => Math.max(acknowledgedAt ?? 0, acknowledgedTime ?? 0) >= since,
    )
    .toArray();
  return (
    readEntries(owner, stored)
      // An entry that was stripped at a log-out has no request that could be sent again.
      .filter(
        ({ state, generation, sent }) =>
          state === 'done' && sent !== undefined && generation !== restore.generation,
      )
      .sort((left, right) => left.seq - right.seq)
  );
}

/** Returns an acknowledged entry as one that the user may send again under its own key. */
const offeredAgain = (entry: StoredEntry, { generation }: Restore): StoredEntry => ({
  ...entry,
  ...RESET_FIELDS,
  problems: [],
  state: 'unknown',
  asksPerson: true,
  lostInRestore: true,
  generation,
  acknowledgedAt: undefined,
  acknowledgedTime: undefined,
  result: undefined,
  detail: undefined,
});

/**
 * Compares what this device has sent with a server that was restored from a backup. Acknowledged entries whose effect
 * is not there are offered to the user, under their own keys; what still waits for them names them by temporary ids
 * again, because their server ids are void (fault 61).
 * @throws {ApiError} when the server cannot be asked; then nothing is changed
 */
async function offerLostEntries(db: OutboxDb, owner: Owner, restore: Restore): Promise<void> {
  const acknowledged = await acknowledgedSince(db, owner, restore);
  const deleted = new Set(
    acknowledged.flatMap((entry) => (entry.operation.kind === 'delete' ? (writtenKey(entry) ?? []) : [])),
  );
  // Of the decisions about the same two students the last one holds.
  const pairs = new Map(
    acknowledged.flatMap((entry) => (isPair(entry) ? [[familyPairId(entry.body), entry] as const] : [])),
  );
  const lost: OutboxEntry[] = [];
  for (const entry of acknowledged) {
    if (!isPair(entry)) {
      if (await isLost(entry, deleted, owner)) lost.push(entry);
      continue;
    }
    const students = pairedKeys(entry);
    if (pairs.get(familyPairId(entry.body)) !== entry || students.some((key) => deleted.has(key))) continue;
    const isOfLost = lost.some((one) => students.includes(writtenKey(one) ?? ''));
    if (isOfLost || (await isPairLost(entry, owner))) lost.push(entry);
  }
  if (lost.length === 0) return;
  const creates: LostCreates = new Map(
    // A whole is named by prints of its receipt, its lines by all others.
    [...lost, ...withLines(lost)].flatMap(({ id, operation, result }) =>
      operation.kind === 'create' && result
        ? [
            [
              entityKey(operation.resource, result.id),
              { entryId: id, temporaryId: operation.recordId },
            ] as const,
          ]
        : [],
    ),
  );
  const seqs = new Set(lost.map(({ seq }) => seq));
  await db.transaction('rw', db.outbox, db.idMap, async () => {
    await db.idMap.bulkDelete([...creates.values()].map(({ temporaryId }) => temporaryId));
    const own = (await db.outbox.orderBy('seq').toArray()).filter(
      ({ ownerId, state, seq }) => ownerId === owner.ownerId && (state !== 'done' || seqs.has(seq)),
    );
    await db.outbox.bulkPut(
      own.map((entry) => rebound(seqs.has(entry.seq) ? offeredAgain(entry, restore) : entry, creates)),
    );
  });
}

/**
 * Compares the owner's entries with the server after a restore of its database.
 * @returns false when the server could not be asked; then nothing is changed
 * @throws whatever the database throws
 */
export async function compareAfterRestore(db: OutboxDb, owner: Owner): Promise<boolean> {
  try {
    const expectOwner = ownerKey(owner);
    const branch = await request({ method: 'GET', path: paths.branch, answer: branchDetails, expectOwner });
    if (branch.generation === undefined) return true;
    const restoredFrom = branch.restored_from ?? undefined;
    await offerLostEntries(db, owner, { generation: branch.generation, restoredFrom });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
