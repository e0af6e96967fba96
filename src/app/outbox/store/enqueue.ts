import type { Owner } from '#app/api/session.ts';
import { canReferToPending } from '#app/api/strategies.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { isClockWrong, knownTime, observeSave } from '#app/lib/clock.ts';
import { affectedKeys, namesLine } from '#app/outbox/model/dependencies.ts';
import { isUnperformed, type OutboxEntry, readEntry, type StoredEntry } from '#app/outbox/model/entry.ts';
import { entityKeyOf, newMutationId, recordIdOf } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { dependentEntries, replaceDependencyId } from './dependents.ts';
import { discardedCreates, moveToDiscarded } from './discarded.ts';
import { changeOfUpdate, forgetExpected, newEntry, RESET_FIELDS } from './entry-change.ts';
import type { NewStoredEntry, OutboxDb } from './outbox-db.ts';
import { entryOfMutation, relatedEntries } from './stored-entries.ts';

type RepeatedMutation =
  | { readonly kind: 'stored'; readonly entry: StoredEntry }
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'store'; readonly mutation: Mutation };

/**
 * Only the same body is the same mutation. Another body is never called stored, and never sent under a used key (fault
 * 71). Run it inside the transaction that stores the mutation.
 */
async function repeatedMutation(db: OutboxDb, owner: Owner, mutation: Mutation): Promise<RepeatedMutation> {
  const knownEntry = await entryOfMutation(db, owner, mutation.id);
  const stored = knownEntry ?? (await standingRejection(db, owner, mutation.rejectedIds ?? []));
  if (!stored) return { kind: 'store', mutation };
  const entry = readEntry(stored);
  const isRefused = entry.state === 'rejected' && !entry.uncertain;
  // A rejected one is sent again with any body: the user has pressed the button again.
  if (!isRefused && isSameBody(entry, mutation)) return { kind: 'stored', entry: stored };
  const next = { ...mutation, ...(knownEntry && { id: newMutationId() }) };
  if (entry.ownerId !== owner.ownerId) return { kind: 'store', mutation: next };
  if (entry.operation.kind === mutation.kind && mayReplace(entry, mutation))
    return { kind: 'store', mutation: { ...next, replaces: entry.id } };
  if (mutation.kind !== 'update' || (entry.operation.kind !== 'update' && !isUnperformed(entry)))
    return { kind: 'rejected', detail: messages.savedBefore };
  // The form now shows the values of the stored change, so the next change is made upon them. A rejected one set none.
  const before = mutation.before && { ...mutation.before, ...(!isRefused && entry.body) };
  return { kind: 'store', mutation: { ...next, ...(before && { before }) } };
}

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

/** True if the entry was surely not performed and holds nothing but input of this form. */
function mayReplace(entry: OutboxEntry, { id, kind, rejectedIds = [], replaces }: Mutation): boolean {
  const ids = new Set([id, ...rejectedIds, replaces]);
  if (!isUnperformed(entry)) return false;
  if (kind === 'create' && entry.state === 'rejected') return true;
  return entry.merged.every((mergedId) => ids.has(mergedId)) && (ids.has(entry.id) || kind === 'create');
}

/** A change keeps only the touched fields; the others are as the user saw them. */
function isSameBody(entry: OutboxEntry, { id, kind, body }: Mutation): boolean {
  const isOwn = entry.id === id;
  if (isOwn && entry.operation.kind !== kind) return false;
  const names = new Set([...Object.keys(body), ...(isOwn ? Object.keys(entry.body) : [])]);
  const held = { ...(kind === 'update' && entry.before), ...entry.body };
  return [...names].every((name) => canonical(body[name]) === canonical(held[name]));
}

/** Equal values give equal text; null and '' both mean empty. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

export type EnqueueResult =
  | { readonly outcome: 'stored'; readonly seq: number; readonly recordId: string; readonly merged: boolean }
  | { readonly outcome: 'removed' }
  /** Nothing is stored: the record is, or becomes again, as it was. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'rejected'; readonly detail: string };

/**
 * The promise resolves after the commit. The same mutation twice is stored once (fault 6); another body under its id is
 * another mutation (fault 71).
 * @param now wall clock, milliseconds
 * @param cancelled checked right before the insert, because the caller may have timed out
 * @throws the database's error (quota, closed, missing); then nothing was stored
 */
export async function enqueue(
  db: OutboxDb,
  owner: Owner,
  mutation: Mutation,
  now: number,
  cancelled: () => boolean = () => false,
): Promise<EnqueueResult> {
  return db.transaction('rw', db.outbox, db.discarded, async (): Promise<EnqueueResult> => {
    const repeated = await repeatedMutation(db, owner, mutation);
    if (repeated.kind === 'rejected') return { outcome: 'rejected', detail: repeated.detail };
    if (repeated.kind === 'stored') {
      const { entry } = repeated;
      return stored(entry.seq, entry.operation.recordId, entry.id !== mutation.id);
    }
    const resolved = repeated.mutation;
    const earlier = await relatedEntries(db, owner, resolved);
    if (cancelled()) throw new Error('Cancelled by the caller');
    const provisionalEntry = newEntry(resolved, owner, [], now);
    const affected = affectedKeys(provisionalEntry);
    const pending = earlier.filter(({ operation }) => operation.kind === 'create');
    const mayRefer = canReferToPending(bootCache().branch);
    if (!mayRefer && pending.some((create) => isOther(create, resolved) && affected.has(create.entityKey)))
      return { outcome: 'rejected', detail: messages.mustBeSentFirst };
    const inPlace = await applyInPlace(db, resolved, earlier);
    if (inPlace) return inPlace;
    if (pending.some((create) => namesLine(provisionalEntry, create)))
      return { outcome: 'rejected', detail: messages.paidWithOthers };
    if (!mayRefer && pending.some(({ entityKey }) => affected.has(entityKey)))
      return { outcome: 'rejected', detail: messages.mustBeSentFirst };
    if (await namesDiscarded(db, owner, affected, earlier))
      return { outcome: 'rejected', detail: messages.dependencyRemoved };
    const entry = entryToStore(resolved, owner, earlier, now);
    if (entry.base && Object.keys(entry.body).length === 0) return { outcome: 'unchanged' };
    observeSave(now);
    return stored(await db.outbox.add(entry), entry.operation.recordId, false);
  });
}

/** @param now wall clock, milliseconds */
export const entryToStore = (
  mutation: Mutation,
  owner: Owner,
  earlier: readonly OutboxEntry[],
  now: number,
): NewStoredEntry => ({ ...newEntry(mutation, owner, earlier, now), ...serverKnown(), ...knownMoment() });

/** The day of a wrong clock must not be stamped (fault 62). */
function knownMoment(): Pick<OutboxEntry, 'knownAt' | 'clockWrong'> {
  const knownAt = knownTime();
  return { ...(knownAt !== undefined && { knownAt }), ...(isClockWrong() && { clockWrong: true }) };
}

/**
 * Running month and database generation as last read. A record may be booked in a later month than that (decision 30),
 * or after a restore of the server.
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

const keyOf = (mutation: Mutation): string =>
  entityKeyOf(mutation.resource, recordIdOf(mutation), mutation.body);

const isOther = ({ entityKey, id }: OutboxEntry, mutation: Mutation): boolean =>
  entityKey !== keyOf(mutation) && id !== mutation.replaces;

/** A form that was open when this device discarded the record that it names. */
async function namesDiscarded(
  db: OutboxDb,
  owner: Owner,
  affected: ReadonlySet<string>,
  earlier: readonly OutboxEntry[],
): Promise<boolean> {
  const discarded = await discardedCreates(db, owner, affected);
  return discarded.some(({ entityKey }) => !earlier.some((entry) => entry.entityKey === entityKey));
}

async function applyInPlace(
  db: OutboxDb,
  mutation: Mutation,
  entries: readonly OutboxEntry[],
): Promise<EnqueueResult | undefined> {
  if (mutation.replaces !== undefined) return replaceEntry(db, mutation, entries);
  const { kind } = mutation;
  if (kind === 'create') return undefined;
  const key = keyOf(mutation);
  const create = entries.find((entry) => entry.entityKey === key && entry.operation.kind === 'create');
  if (!create) return undefined;
  return kind === 'update' ? editInPlace(db, mutation, create, entries) : removeInPlace(db, create, entries);
}

/** Changes a create that the server does not have. Undefined if the edit must follow as its own entry. */
async function editInPlace(
  db: OutboxDb,
  mutation: Mutation,
  create: OutboxEntry,
  entries: readonly OutboxEntry[],
): Promise<EnqueueResult | undefined> {
  const hasFollowers = entries.some((entry) => entry !== create && entry.entityKey === create.entityKey);
  if (!isUnperformed(create) || hasFollowers) return undefined;
  const { seq, operation } = create;
  const rejected = create.state === 'rejected';
  const { resource, before, body } = mutation;
  const changed = before ? changeOfUpdate(resource, before, body).yours : body;
  await forgetExpected(db, create);
  await db.outbox.update(seq, {
    ...(rejected && { ...RESET_FIELDS, resentAt: Date.now(), id: mutation.id }),
    body: { ...create.body, ...changed },
    expected: mutation.expected,
    referenced: { ...create.referenced, ...mutation.referenced },
    merged: [...create.merged, mutation.id],
  });
  if (rejected) await replaceDependencyId(db, create.id, mutation.id);
  return stored(seq, operation.recordId, true);
}

/** Removes a create that the server does not have, unless other records' entries depend on it. */
async function removeInPlace(
  db: OutboxDb,
  create: OutboxEntry,
  entries: readonly OutboxEntry[],
): Promise<EnqueueResult | undefined> {
  if (!isUnperformed(create)) return undefined;
  const dependents = dependentEntries(create, entries);
  const blocking = dependents.filter((entry) => entry.entityKey !== create.entityKey).length;
  if (blocking > 0)
    return { outcome: 'rejected', detail: messages.hasPendingDependents({ count: blocking }) };
  await forgetExpected(db, create);
  const { ownerId, branchId } = create;
  const seqs = [create, ...dependents].map(({ seq }) => seq);
  await moveToDiscarded(db, { ownerId, branchId }, seqs, { reason: 'deleted' });
  return { outcome: 'removed' };
}

/**
 * The corrected mutation keeps the place in the order. An update may become a create, which is a mutation of another
 * record. An update that changes nothing any more is removed.
 */
async function replaceEntry(
  db: OutboxDb,
  mutation: Mutation,
  entries: readonly OutboxEntry[],
): Promise<EnqueueResult> {
  // The reopened form may have been rejected once already: then its first replacement is the entry to replace
  // now.
  const previous = entries.find(
    ({ id, merged }) => id === mutation.replaces || merged.includes(mutation.replaces ?? ''),
  );
  if (!previous || !isUnperformed(previous)) return { outcome: 'rejected', detail: messages.alreadySent };
  const recordId = mutation.kind === previous.operation.kind ? previous.operation.recordId : mutation.id;
  const owner = { ownerId: previous.ownerId, branchId: previous.branchId };
  const earlier = entries.filter(({ seq }) => seq < previous.seq);
  const before = mutation.kind === 'create' ? undefined : (mutation.before ?? previous.before);
  const entry = newEntry(
    { ...mutation, recordId, ...(before && { before }) },
    owner,
    earlier,
    previous.createdAt,
  );
  await forgetExpected(db, previous);
  if (entry.base && Object.keys(entry.body).length === 0) {
    await db.outbox.delete(previous.seq);
    return { outcome: 'unchanged' };
  }
  const inherited = {
    merged: [...previous.merged, previous.id],
    resentAt: Date.now(),
    ...(previous.madeIn && { madeIn: previous.madeIn }),
    ...(previous.enteredBy && { enteredBy: previous.enteredBy }),
  };
  await db.outbox.put({ ...entry, ...inherited, seq: previous.seq });
  await replaceDependencyId(db, previous.id, mutation.id);
  return stored(previous.seq, recordId, true);
}
