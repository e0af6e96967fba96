import { currentOwner, type Owner } from '#app/api/session.ts';
import { CACHE_MAX_AGE } from '#app/cache/query-client.ts';
import type { ReadInterval } from '#app/cache/snapshot.ts';
import { affectedKeys, failsWith, sharedBalances } from '#app/outbox/model/dependencies.ts';
import {
  entryStates,
  isPending,
  isStuck,
  type OutboxEntry,
  readEntry,
  type StoredEntry,
  writtenResources,
} from '#app/outbox/model/entry.ts';
import { namesGivingBack } from '#app/outbox/model/given-back.ts';
import { entityKeyOf, recordIdIn, recordIdOf } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { affectsOtherResource, visibilityIn } from '#app/outbox/model/visibility.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isRecordId, sharedPrefix } from '#contract/ids.ts';
import { resourceNames, type WriteName } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { declaredWrites } from '#contract/writes/registry.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';

export const readEntries = (owner: Owner, stored: readonly unknown[]): OutboxEntry[] =>
  arrangeEntries(owner, stored.map(readEntry));

/**
 * In order of arrival, only the owner's. Marks quarantined entries with the reason, and blocks those that must fail
 * with a rejected or quarantined one. Entries without a readable owner are shown to all users (fault 42).
 */
export function arrangeEntries(owner: Owner, parsed: readonly OutboxEntry[]): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  const byId = new Map<string, OutboxEntry>();
  for (const one of parsed) {
    const entry = withBlockedState(withBranchCheck(one, owner), byId);
    if (entry.ownerId !== owner.ownerId && entry.ownerId !== '') continue;
    entries.push(entry);
    byId.set(entry.id, entry);
  }
  // A replaced entry keeps its place, so a dependency may come after it: check again.
  return entries.map((entry) => withBlockedState(entry, byId));
}

function withBranchCheck(entry: OutboxEntry, owner: Owner): OutboxEntry {
  if (entry.state === 'done' || entry.quarantined || entry.branchId === owner.branchId) return entry;
  return { ...entry, state: 'blocked', quarantined: 'other-branch' };
}

function withBlockedState(entry: OutboxEntry, byId: ReadonlyMap<string, OutboxEntry>): OutboxEntry {
  if (entry.state === 'done' || entry.state === 'rejected' || entry.state === 'blocked') return entry;
  const blocked = entry.dependsOn.some((id) => {
    const dependency = byId.get(id);
    return (
      dependency &&
      isStuck(dependency) &&
      (dependency.quarantined === 'unreadable' || failsWith(entry, dependency))
    );
  });
  return blocked ? { ...entry, state: 'blocked', quarantined: 'waiting-on-dependency' } : entry;
}

/** Unwanted entries that a range read may include. */
const MAX_GAPS = 8;

/**
 * Undefined for missing entries. Entries that are sent together mostly have adjacent keys: one range request costs as
 * little as a single entry.
 */
export async function storedEntries(
  db: OutboxDb,
  seqs: readonly number[],
): Promise<readonly (StoredEntry | undefined)[]> {
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)];
  if (seqs.length < 2 || last - first >= seqs.length + MAX_GAPS) return db.outbox.bulkGet([...seqs]);
  const range = await db.outbox.where(':id').between(first, last, true, true).toArray();
  const bySeq = new Map(range.map((entry) => [entry.seq, entry]));
  return seqs.map((seq) => bySeq.get(seq));
}

const pendingStates = entryStates.filter((state) => state !== 'done');

const pendingOf = (db: OutboxDb, { ownerId }: Pick<Owner, 'ownerId'>) =>
  pendingStates.map((state) => db.outbox.where('[ownerId+state]').equals([ownerId, state]));

export async function storedPending(db: OutboxDb, owner: Pick<Owner, 'ownerId'>): Promise<StoredEntry[]> {
  return (await Promise.all(pendingOf(db, owner).map((ofState) => ofState.toArray()))).flat();
}

/** Entries that one request reads: parsing hundreds in one task would delay a keystroke. */
const SLICE = 50;

/**
 * Each slice is a task of its own. Missing entries are left out.
 * @param seqs in ascending order
 */
export async function readInSlices<T>(
  db: OutboxDb,
  seqs: readonly number[],
  read: (stored: StoredEntry) => T,
): Promise<T[]> {
  const found: T[] = [];
  for (let start = 0; start < seqs.length; start += SLICE) {
    const slice = await storedEntries(db, seqs.slice(start, start + SLICE));
    for (const stored of slice) if (stored) found.push(read(stored));
  }
  return found;
}

export async function pendingSeqs(db: OutboxDb, owner: Pick<Owner, 'ownerId'>): Promise<number[]> {
  const seqs = await Promise.all(pendingOf(db, owner).map((ofState) => ofState.primaryKeys()));
  return seqs.flat().sort((left, right) => left - right);
}

/**
 * In order of arrival, without reading settled entries. Run it inside a transaction, because it reads several times.
 */
export async function pendingEntries(db: OutboxDb, owner: Owner): Promise<OutboxEntry[]> {
  return arrangeEntries(owner, await readInSlices(db, await pendingSeqs(db, owner), readEntry));
}

export async function ownPending(db: OutboxDb): Promise<OutboxEntry[]> {
  const owner = currentOwner();
  if (!owner) return [];
  return readEntries(owner, await db.outbox.orderBy('seq').toArray()).filter(isPending);
}

/** Its own entry, settled or not, else the entry that it was merged into or that replaced it. */
export async function entryOfMutation(
  db: OutboxDb,
  owner: Owner,
  mutationId: string,
): Promise<StoredEntry | undefined> {
  const [entry, holders] = await Promise.all([
    db.outbox.where('id').equals(mutationId).first(),
    db.outbox.where('merged').equals(mutationId).toArray(),
  ]);
  return entry ?? holders.find(({ ownerId }) => ownerId === owner.ownerId);
}

/**
 * The owner's pending entries that a mutation may depend on or change, or that refer to its record, in order of
 * arrival. It uses indexes, so its cost does not grow with the outbox. Run it inside the transaction that stores the
 * mutation.
 */
export async function relatedEntries(db: OutboxDb, owner: Owner, mutation: Mutation): Promise<OutboxEntry[]> {
  const replaced =
    mutation.replaces === undefined ? undefined : await entryOfMutation(db, owner, mutation.replaces);
  const { resource, kind } = mutation;
  const existingId = replaced?.operation.recordId ?? mutation.recordId;
  const recordId = existingId ?? recordIdOf(mutation);
  const entry = {
    operation: { resource, kind, recordId },
    entityKey: entityKeyOf(resource, recordId, mutation.body),
    body: mutation.body,
    before: mutation.before ?? replaced?.before,
  };
  const all = sharedBalances(entry);
  // A payment waits only for money that goes back.
  const balances = all.filter(({ isPayment }) => !isPayment);
  const meetsLines = existingId !== undefined || balances.length > 0;
  const affected = [...affectedKeys(entry)];
  const found = await Promise.all([
    ...affected.map((key) => db.outbox.where('entityKey').equals(key).toArray()),
    entriesWithParts(db, affected),
    // Nothing can refer to a record that is only being created now.
    ...(existingId === undefined ? [] : referringTo(db, owner, resource, recordId)),
    ...balances.flatMap((balance) => referringTo(db, owner, balance.resource, balance.id)),
    ...(meetsLines ? [entriesWithLines(db)] : []),
    ...(all.length > balances.length ? entriesGivingBack(db) : []),
  ]);
  const entries = new Map(
    [...found.flat(), ...(replaced ? [replaced] : [])].map((stored) => [stored.seq, stored]),
  );
  return readEntries(
    owner,
    [...entries.values()]
      .filter((stored) => isOwnPending(stored, owner))
      .sort((left, right) => left.seq - right.seq),
  );
}

/** Entries that make one of these records beside their first. */
function entriesWithParts(db: OutboxDb, keys: readonly string[]): Promise<StoredEntry[]> {
  const ids = keys.map(recordIdIn).filter(isRecordId);
  const writes = declaredWrites.filter(({ records }) => records);
  const prefixes = ids.flatMap((id) => writes.map(({ name }) => `${name}:${sharedPrefix(id)}`));
  return db.outbox.where('entityKey').startsWithAnyOf(prefixes).toArray();
}

/** References of lines have no index, and such entries are few. */
function entriesWithLines(db: OutboxDb): Promise<StoredEntry[]> {
  const prefixes = declaredWrites.filter(({ lines }) => lines).map(({ name }) => `${name}:`);
  return db.outbox.where('entityKey').startsWithAnyOf(prefixes).toArray();
}

/** Few, as those with lines. */
const entriesGivingBack = (db: OutboxDb): Promise<StoredEntry[]>[] =>
  namesGivingBack().map((name) => db.outbox.where('entityKey').startsWith(`${name}:`).toArray());

function isOwnPending({ ownerId, state }: StoredEntry, owner: Owner): boolean {
  return ownerId === owner.ownerId && state !== 'done';
}

function referringTo(
  db: OutboxDb,
  { ownerId }: Owner,
  resource: WriteName | undefined,
  id: string,
): Promise<StoredEntry[]>[] {
  const paths = fieldsReferringTo(resource).flatMap((field) => [`body.${field}`, `before.${field}`]);
  return paths.flatMap((path) =>
    pendingStates.map(async (state) =>
      db.outbox.where(`[ownerId+state+${path}]`).equals([ownerId, state, id]).toArray(),
    ),
  );
}

const fieldsOf = ({ fields, installment }: Resource) =>
  [fields, installment?.fields ?? {}].flatMap((some) => Object.entries(some));

function fieldsReferringTo(name: WriteName | undefined): string[] {
  const fields = resourceNames.map(resourceOf).flatMap(fieldsOf);
  return [...new Set(fields.filter(([, { refersTo }]) => refersTo === name).map(([field]) => field))];
}

/** Attempts of an entry that delay a read. A failing entry must not keep a screen stale forever. */
const MAX_ATTEMPTS = 5;

function affects(name: string, about: string): boolean {
  if (about === 'figures') return isResourceName(name) && resourceOf(name).cash !== undefined;
  return name === about || affectsOtherResource(name, about);
}

async function entriesAround({ ownerId }: Owner, { began }: ReadInterval): Promise<StoredEntry[]> {
  const { outbox } = outboxDb();
  const lists = await Promise.all([
    outbox.where('[ownerId+state]').equals([ownerId, 'sending']).toArray(),
    outbox.where('[ownerId+state]').equals([ownerId, 'unknown']).toArray(),
    outbox.where('[ownerId+acknowledgedAt]').between([ownerId, began], [ownerId, Infinity]).toArray(),
  ]);
  return lists.flat();
}

/** True if a snapshot of this read interval may or may not contain an entry of the signed-in user. */
export async function overlapsMutation(about: string, interval: ReadInterval): Promise<boolean> {
  const owner = currentOwner();
  if (!owner) return false;
  const stored = await entriesAround(owner, interval).catch(() => []);
  return readEntries(owner, stored).some(
    (entry) =>
      writtenResources(entry).some((name) => affects(name, about)) &&
      !entry.asksPerson &&
      entry.attempts <= MAX_ATTEMPTS &&
      visibilityIn(entry, interval) === 'maybe',
  );
}

/**
 * Deletes acknowledged entries that are older than any cached list; until then the overlay needs them. Never throws.
 */
export async function pruneSettled(db: OutboxDb = outboxDb(), now = Date.now()): Promise<void> {
  await db
    .transaction('rw', db.outbox, () =>
      db.outbox
        .filter((entry) => entry.state === 'done' && (entry.acknowledgedAt ?? 0) < now - CACHE_MAX_AGE)
        .delete(),
    )
    .catch(() => 0);
}
