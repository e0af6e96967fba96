import type { Owner } from '#app/api/session.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { affectedKeys, entityKey, sharedBalance } from '../model/dependencies.ts';
import { entryStates, type OutboxEntry, type StoredEntry } from '../model/entry.ts';
import { temporaryId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import type { OutboxDb } from './outbox-db.ts';
import { readEntries } from './read-entries.ts';

/** So many places more than are asked for are still read in one piece. */
const GAPS = 8;

/**
 * The stored rows at these places, undefined where there is none. What is sent in order of arrival stands side by side: one request for
 * the whole stretch takes the database as long as one for a single row.
 */
export async function storedEntries(
  db: OutboxDb,
  places: readonly number[],
): Promise<readonly (StoredEntry | undefined)[]> {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (places.length < 2 || last - first >= places.length + GAPS) return db.outbox.bulkGet([...places]);
  const stretch = await db.outbox.where(':id').between(first, last, true, true).toArray();
  const bySeq = new Map(stretch.map((row) => [row.seq, row]));
  return places.map((seq) => bySeq.get(seq));
}

/** Everything but what the host has acknowledged. */
const pendingStates = entryStates.filter((state) => state !== 'done');

/**
 * What is stored of this person's unsettled rows, in no order. State by state: each is then handed over in one piece, where a
 * search for several at once goes from row to row.
 */
export async function storedUnsettled(db: OutboxDb, { ownerId }: Owner): Promise<StoredEntry[]> {
  const ofState = (state: string) => db.outbox.where('[ownerId+state]').equals([ownerId, state]).toArray();
  return (await Promise.all(pendingStates.map(ofState))).flat();
}

/** This person's unsettled rows, in order of arrival, without going through what is long settled. */
export async function unsettledEntries(db: OutboxDb, owner: Owner): Promise<OutboxEntry[]> {
  const stored = await storedUnsettled(db, owner);
  return readEntries(
    owner,
    stored.sort((one, other) => one.seq - other.seq),
  );
}

/** Returns the stored row of a write: its own, else one that it was merged into or that took its place; settled or not. */
export async function entryOfMutation(
  db: OutboxDb,
  owner: Owner,
  writeId: string,
): Promise<StoredEntry | undefined> {
  const [own, holders] = await Promise.all([
    db.outbox.where('id').equals(writeId).first(),
    db.outbox.where('merged').equals(writeId).toArray(),
  ]);
  return own ?? holders.find(({ ownerId }) => ownerId === owner.ownerId);
}

/**
 * Of this person's unsettled rows those that a write may have to follow, to change or to hang on, in order of arrival: found by
 * indexes, so that it takes no longer however much else waits. Runs inside the caller's transaction, which guarantees the answer.
 */
export async function relatedEntries(db: OutboxDb, owner: Owner, write: Mutation): Promise<OutboxEntry[]> {
  const replaced =
    write.replaces === undefined ? undefined : await entryOfMutation(db, owner, write.replaces);
  const { resource, kind } = write;
  const known = replaced?.operation.recordId ?? write.recordId;
  const recordId = known ?? temporaryId(write.id);
  const row = {
    operation: { resource, kind, recordId },
    entityKey: entityKey(resource, recordId),
    body: write.body,
    before: write.before ?? replaced?.before,
  };
  const balance = sharedBalance(row);
  const found = await Promise.all([
    ...[...affectedKeys(row)].map((key) => db.outbox.where('entityKey').equals(key).toArray()),
    // What nobody has seen yet nobody refers to.
    ...(known === undefined ? [] : referringTo(db, owner, resource, recordId)),
    ...(balance ? referringTo(db, owner, balance.holder, balance.id) : []),
  ]);
  const rows = new Map([...found.flat(), ...(replaced ? [replaced] : [])].map((one) => [one.seq, one]));
  return readEntries(
    owner,
    [...rows.values()].filter((one) => isWaiting(one, owner)).sort((one, other) => one.seq - other.seq),
  );
}

function isWaiting({ ownerId, state }: StoredEntry, owner: Owner): boolean {
  return ownerId === owner.ownerId && state !== 'done';
}

/** The waiting rows that refer to a record, or did before they change that. */
function referringTo(
  db: OutboxDb,
  { ownerId }: Owner,
  resource: ResourceName | undefined,
  id: string,
): Promise<StoredEntry[]>[] {
  const places = fieldsReferringTo(resource).flatMap((field) => [`body.${field}`, `before.${field}`]);
  return places.flatMap((place) =>
    pendingStates.map(async (state) =>
      db.outbox.where(`[ownerId+state+${place}]`).equals([ownerId, state, id]).toArray(),
    ),
  );
}

const fieldsOf = ({ fields, installment }: Resource) =>
  [fields, installment?.fields ?? {}].flatMap((some) => Object.entries(some));

/** The names under which any form refers to records of a kind. */
function fieldsReferringTo(name: ResourceName | undefined): string[] {
  const fields = resourceNames.map(resourceOf).flatMap(fieldsOf);
  return [...new Set(fields.filter(([, { refersTo }]) => refersTo === name).map(([field]) => field))];
}
