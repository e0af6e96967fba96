import type { Draft } from '#contract/define-resource.ts';
import { failsWith } from '../model/dependencies.ts';
import { isUnsent, type OutboxEntry, type StoredEntry, wasAttempted } from '../model/entry.ts';
import { isTemporaryId, temporaryId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import { messages } from '../texts.en.ts';
import { moveToDiscarded } from './discarded.ts';
import {
  changeableFields,
  changeOfUpdate,
  foldChanges,
  forgetOptimisticValues,
  newEntry,
  RESET_FIELDS,
} from './entry-change.ts';
import type { OutboxDb } from './outbox-db.ts';

export type EditResult =
  | { readonly outcome: 'stored'; readonly seq: number; readonly recordId: string }
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'rejected'; readonly detail: string };

/** Returns the entries that must fail with this one. */
export function dependentEntries(entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((other) => other.dependsOn.includes(entry.id) && failsWith(other, entry));
}

/**
 * Replaces an entry id in the dependencies of others. This and all of the following run inside the caller's
 * transaction, so that no sender can claim the entry in between.
 */
async function replaceDependencyId(db: OutboxDb, from: string, to: string): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(from)
    .modify((entry) => {
      entry.dependsOn = entry.dependsOn.map((id) => (id === from ? to : id));
    });
}

/**
 * Merges an edit into a create that the server does not have. Undefined if the edit must follow as its own
 * entry.
 */
export async function editInPlace(
  db: OutboxDb,
  mutation: Mutation,
  create: OutboxEntry,
  entries: readonly OutboxEntry[],
): Promise<EditResult | undefined> {
  const hasFollowers = entries.some((entry) => entry !== create && entry.entityKey === create.entityKey);
  if (!isUnsent(create) || hasFollowers) return undefined;
  const { seq, operation } = create;
  const rejected = create.state === 'rejected';
  const { resource, before, body } = mutation;
  const changed = before ? changeOfUpdate(resource, before, body).yours : body;
  await forgetOptimisticValues(db, create);
  await db.outbox.update(seq, {
    ...(rejected && { ...RESET_FIELDS, resentAt: Date.now(), id: mutation.id }),
    body: { ...create.body, ...changed },
    expected: mutation.expected,
    referenced: { ...create.referenced, ...mutation.referenced },
    merged: [...create.merged, mutation.id],
  });
  if (rejected) await replaceDependencyId(db, create.id, mutation.id);
  return { outcome: 'stored', seq, recordId: operation.recordId };
}

/** Returns whether an entry is an update that waits and was never given to the network. */
function isWaitingUpdate(entry: OutboxEntry): boolean {
  const { operation, base, state, quarantined } = entry;
  if (operation.kind !== 'update' || base === undefined || wasAttempted(entry)) return false;
  return state === 'queued' || state === 'auth' || quarantined === 'waiting-on-parent';
}

/** Returns whether a body names a temporary id that an entry does not depend on yet. */
function namesNewParent(body: Draft, entry: OutboxEntry): boolean {
  return Object.entries(body).some(([name, value]) => isTemporaryId(value) && entry.body[name] !== value);
}

/**
 * Folds an update into the waiting update of the same record, which then contains both (decision 41). If
 * nothing remains to be changed, the waiting one is removed. Undefined if the later one must follow as its own
 * entry: the waiting one was attempted, or the later one was not made upon it.
 */
export async function foldIntoUpdate(
  db: OutboxDb,
  mutation: Mutation,
  waiting: OutboxEntry,
): Promise<EditResult | undefined> {
  const { resource, before, body } = mutation;
  if (!before || !isWaitingUpdate(waiting)) return undefined;
  const fields = changeableFields(resource, before, body);
  const later = changeOfUpdate(resource, before, body);
  const earlier = { base: waiting.base ?? {}, yours: waiting.body };
  const folded = namesNewParent(later.yours, waiting) ? undefined : foldChanges(fields, earlier, later);
  if (!folded) return undefined;
  await forgetOptimisticValues(db, waiting);
  if (Object.keys(folded.yours).length === 0) {
    await db.outbox.delete(waiting.seq);
    return { outcome: 'unchanged' };
  }
  const change: Partial<StoredEntry> = {
    body: folded.yours,
    base: folded.base,
    expected: mutation.expected && { ...mutation.expected },
    before: { ...before, ...waiting.before, ...folded.base, id: waiting.operation.recordId },
    referenced: { ...waiting.referenced, ...mutation.referenced },
    merged: [...waiting.merged, mutation.id],
  };
  await db.outbox.update(waiting.seq, change);
  return { outcome: 'stored', seq: waiting.seq, recordId: waiting.operation.recordId };
}

/** Removes a create that the server does not have, unless other records' entries depend on it. */
export async function removeInPlace(
  db: OutboxDb,
  create: OutboxEntry,
  entries: readonly OutboxEntry[],
): Promise<EditResult | undefined> {
  if (!isUnsent(create)) return undefined;
  const dependents = dependentEntries(create, entries);
  const blocking = dependents.filter((entry) => entry.entityKey !== create.entityKey).length;
  if (blocking > 0) return { outcome: 'rejected', detail: messages.hasUnsentDependents({ count: blocking }) };
  await forgetOptimisticValues(db, create);
  const { ownerId, branchId } = create;
  const seqs = [create, ...dependents].map(({ seq }) => seq);
  await moveToDiscarded(db, { ownerId, branchId }, seqs, { reason: 'deleted' });
  return { outcome: 'removed' };
}

/**
 * Replaces a reopened entry with the corrected mutation, at the same place in the order. An update may become
 * a create: then it is a mutation of another record. An update that changes nothing any more is removed.
 */
export async function replaceEntry(
  db: OutboxDb,
  mutation: Mutation,
  entries: readonly OutboxEntry[],
): Promise<EditResult> {
  // The reopened form may have been rejected once already: then its first replacement is the entry to replace
  // now.
  const previous = entries.find(
    ({ id, merged }) => id === mutation.replaces || merged.includes(mutation.replaces ?? ''),
  );
  if (!previous || !isUnsent(previous)) return { outcome: 'rejected', detail: messages.alreadySent };
  const recordId =
    mutation.kind === previous.operation.kind ? previous.operation.recordId : temporaryId(mutation.id);
  const owner = { ownerId: previous.ownerId, branchId: previous.branchId };
  const earlier = entries.filter(({ seq }) => seq < previous.seq);
  const before = mutation.kind === 'create' ? undefined : (mutation.before ?? previous.before);
  const entry = newEntry(
    { ...mutation, recordId, ...(before && { before }) },
    owner,
    earlier,
    previous.createdAt,
  );
  await forgetOptimisticValues(db, previous);
  if (entry.base && Object.keys(entry.body).length === 0) {
    await db.outbox.delete(previous.seq);
    return { outcome: 'unchanged' };
  }
  const inherited = {
    merged: [...previous.merged, previous.id],
    resentAt: Date.now(),
    ...(previous.madeIn && { madeIn: previous.madeIn }),
    ...(previous.enteredBy && { enteredBy: previous.enteredBy, schemaVersion: previous.schemaVersion }),
  };
  await db.outbox.put({ ...entry, ...inherited, seq: previous.seq });
  await replaceDependencyId(db, previous.id, mutation.id);
  return { outcome: 'stored', seq: previous.seq, recordId };
}
