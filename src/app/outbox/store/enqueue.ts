import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { isClockWrong, knownTime, observeSave } from '#app/lib/known-time.ts';
import { messages } from '#app/outbox/messages.ts';
import { isUnsent, type OutboxEntry, readEntry, type StoredEntry } from '#app/outbox/model/entry.ts';
import { entityKey, newMutationId, recordIdFor, rewriteIds, temporaryIdsIn } from '#app/outbox/model/ids.ts';
import { createdIds } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import {
  type EditResult,
  editInPlace,
  foldIntoUpdate,
  removeInPlace,
  replaceEntry,
} from './edit-in-place.ts';
import { newEntry } from './entry-change.ts';
import type { NewStoredEntry, OutboxDb } from './outbox-db.ts';
import { entryOfMutation, relatedEntries } from './queries.ts';

/** Describes what to do with a mutation whose id the outbox may know already. */
type RepeatedMutation =
  | { readonly kind: 'stored'; readonly entry: StoredEntry }
  | { readonly kind: 'rejected'; readonly detail: string }
  /** The mutation to store: as it was, or under a new id, or in the place of an unsent entry. */
  | { readonly kind: 'store'; readonly mutation: Mutation };

/**
 * Decides what a mutation means if its id was stored before. Only the same body is the same mutation; another
 * body is never called stored, and never sent under a used key (fault 71). Run it inside the transaction that
 * stores the mutation.
 */
async function repeatedMutation(db: OutboxDb, owner: Owner, mutation: Mutation): Promise<RepeatedMutation> {
  const own = await entryOfMutation(db, owner, mutation.id);
  const stored = own ?? (await standingRejection(db, owner, mutation.rejectedIds ?? []));
  if (!stored) return { kind: 'store', mutation };
  const entry = readEntry(stored);
  const isRefused = entry.state === 'rejected' && !entry.uncertain;
  // A rejected one is sent again whatever its body: the user has pressed the button again.
  if (!isRefused && isSameBody(entry, mutation)) return { kind: 'stored', entry: stored };
  const next = { ...mutation, ...(own && { id: newMutationId() }) };
  if (entry.ownerId !== owner.ownerId) return { kind: 'store', mutation: next };
  if (entry.operation.kind === mutation.kind && mayReplace(entry, mutation))
    return { kind: 'store', mutation: { ...next, replaces: entry.id } };
  if (mutation.kind !== 'update' || (entry.operation.kind !== 'update' && !isUnsent(entry)))
    return { kind: 'rejected', detail: messages.savedBefore };
  // The form now shows what the stored change sets, so the next change is made upon that. A rejected one set nothing.
  const before = mutation.before && { ...mutation.before, ...(!isRefused && entry.body) };
  return { kind: 'store', mutation: { ...next, ...(before && { before }) } };
}

/** Returns the entry that still stands for one of a form's rejected ids. */
async function standingRejection(
  db: OutboxDb,
  owner: Owner,
  rejectedIds: readonly string[],
): Promise<StoredEntry | undefined> {
  for (const id of rejectedIds) {
    const entry = await entryOfMutation(db, owner, id);
    if (entry && readEntry(entry).state === 'rejected') return entry;
  }
  return undefined;
}

/** Returns whether an entry is unsent and holds nothing but what this form has saved. */
function mayReplace(entry: OutboxEntry, { id, kind, rejectedIds = [], replaces }: Mutation): boolean {
  const ids = new Set([id, ...rejectedIds, replaces]);
  if (!isUnsent(entry)) return false;
  if (kind === 'create' && entry.state === 'rejected') return true;
  return entry.merged.every((mergedId) => ids.has(mergedId)) && (ids.has(entry.id) || kind === 'create');
}

/**
 * Returns whether an entry holds everything that a mutation says. A change keeps only the touched fields; the
 * others are as the user saw them.
 */
function isSameBody(entry: OutboxEntry, { id, kind, body }: Mutation): boolean {
  const isOwn = entry.id === id;
  if (isOwn && entry.operation.kind !== kind) return false;
  const names = new Set([...Object.keys(body), ...(isOwn ? Object.keys(entry.body) : [])]);
  const held = { ...(kind === 'update' && entry.before), ...entry.body };
  return [...names].every((name) => canonical(body[name]) === canonical(held[name]));
}

/** Serializes a value so that equal values give equal text; null and '' both mean empty. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

/** Describes where a mutation was stored, or why it was not. */
export type EnqueueResult =
  | { readonly outcome: 'stored'; readonly seq: number; readonly recordId: string; readonly merged: boolean }
  | { readonly outcome: 'removed' }
  /** Nothing is stored: the record is, or becomes again, as it was. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'rejected'; readonly detail: string };

/**
 * Stores a mutation durably: the promise resolves after the commit. The same mutation twice is stored once
 * (fault 6); another body under its id is another mutation (fault 71).
 * @param now wall clock, milliseconds
 * @param cancelled checked right before the insert: the caller may have timed out
 * @throws whatever the database throws (quota, closed, missing); then nothing was stored
 */
export async function enqueue(
  db: OutboxDb,
  owner: Owner,
  mutation: Mutation,
  now: number,
  cancelled: () => boolean = () => false,
): Promise<EnqueueResult> {
  return db.transaction('rw', db.outbox, db.idMap, db.discarded, async (): Promise<EnqueueResult> => {
    const repeated = await repeatedMutation(db, owner, await withServerIds(db, mutation));
    if (repeated.kind === 'rejected') return { outcome: 'rejected', detail: repeated.detail };
    if (repeated.kind === 'stored') {
      const { entry } = repeated;
      return stored(entry.seq, entry.operation.recordId, entry.id !== mutation.id);
    }
    const resolved = repeated.mutation;
    const earlier = await relatedEntries(db, owner, resolved);
    if (cancelled()) throw new Error('Cancelled by the caller');
    const inPlace = await applyInPlace(db, resolved, earlier);
    if (inPlace) return inPlace.outcome === 'stored' ? stored(inPlace.seq, inPlace.recordId, true) : inPlace;
    if (isOfLine(resolved, earlier)) return { outcome: 'rejected', detail: messages.paidWithOthers };
    if (hasMissingReference(resolved, earlier))
      return { outcome: 'rejected', detail: messages.parentRemoved };
    const entry = entryToStore(resolved, owner, earlier, now);
    if (entry.base && Object.keys(entry.body).length === 0) return { outcome: 'unchanged' };
    observeSave(now);
    return stored(await db.outbox.add(entry), entry.operation.recordId, false);
  });
}

/** Returns the entry of a mutation with what the device knows now. @param now wall clock, milliseconds */
export const entryToStore = (
  mutation: Mutation,
  owner: Owner,
  earlier: readonly OutboxEntry[],
  now: number,
): NewStoredEntry => ({ ...newEntry(mutation, owner, earlier, now), ...serverKnown(), ...knownMoment() });

/** Returns what this device knows of its clock, so that a day of a wrong one is not stamped (fault 62). */
function knownMoment(): Pick<OutboxEntry, 'knownAt' | 'clockWrong'> {
  const knownAt = knownTime();
  return { ...(knownAt !== undefined && { knownAt }), ...(isClockWrong() && { clockWrong: true }) };
}

/**
 * Returns the running month and the generation as last read. The month tells that the record was booked in another
 * one (decision 30), the generation that the server was restored meanwhile.
 */
function serverKnown(): { madeIn?: string; generation?: string } {
  const { branch } = bootCache();
  const { current_month, current_month_name, generation } = branch ?? {};
  return {
    ...(current_month === 'running' && current_month_name && { madeIn: current_month_name }),
    ...(generation !== undefined && { generation }),
  };
}

const stored = (seq: number, recordId: string, merged: boolean): EnqueueResult => ({
  outcome: 'stored',
  seq,
  recordId,
  merged,
});

/** Replaces temporary ids in a mutation whose records the server has named since the form opened. */
async function withServerIds(db: OutboxDb, mutation: Mutation): Promise<Mutation> {
  const mentioned = temporaryIdsIn([mutation.recordId, mutation.body, mutation.before, mutation.referenced]);
  if (mentioned.size === 0) return mutation;
  const mapped = await db.idMap.bulkGet([...mentioned]);
  const ids = new Map(
    mapped.flatMap((mapping) => (mapping ? [[mapping.temporaryId, mapping.serverId] as const] : [])),
  );
  const lookup = (id: string) => ids.get(id);
  const { resource, recordId } = mutation;
  const body = rewriteIds(mutation.body, lookup);
  return {
    ...mutation,
    recordId: recordId === undefined ? undefined : recordIdFor(resource, rewriteIds(recordId, lookup), body),
    body,
    before: rewriteIds(mutation.before, lookup),
    referenced: rewriteIds(mutation.referenced, lookup),
  };
}

function hasMissingReference(mutation: Mutation, entries: readonly OutboxEntry[]): boolean {
  const created = new Set(
    entries.filter(({ operation }) => operation.kind === 'create').map((entry) => entry.operation.recordId),
  );
  const { kind, recordId, body } = mutation;
  return [...temporaryIdsIn([kind === 'create' ? undefined : recordId, body])].some((id) => !created.has(id));
}

/** Returns whether a mutation changes, deletes or names what a line of an unsent entry creates. */
function isOfLine({ recordId, body }: Mutation, entries: readonly OutboxEntry[]): boolean {
  const named = temporaryIdsIn([recordId, body]);
  return entries.some((entry) =>
    createdIds(entry)
      .slice(1)
      .some((id) => named.has(id)),
  );
}

/** Applies a mutation to an unsent entry of the same record instead of adding a further one. */
async function applyInPlace(
  db: OutboxDb,
  mutation: Mutation,
  entries: readonly OutboxEntry[],
): Promise<EditResult | undefined> {
  if (mutation.replaces !== undefined) return replaceEntry(db, mutation, entries);
  const { recordId, kind } = mutation;
  if (kind === 'create' || recordId === undefined) return undefined;
  const key = entityKey(mutation.resource, recordId);
  const own = entries.filter((entry) => entry.entityKey === key);
  const latest = own.at(-1);
  if (kind === 'update' && latest?.operation.kind === 'update') return foldIntoUpdate(db, mutation, latest);
  const create = own.find((entry) => entry.operation.kind === 'create');
  if (!create) return undefined;
  return kind === 'update' ? editInPlace(db, mutation, create, entries) : removeInPlace(db, create, entries);
}
