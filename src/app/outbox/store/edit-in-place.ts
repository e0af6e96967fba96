import { messages } from '../messages.ts';
import { failsWith } from '../model/dependencies.ts';
import { type OutboxEntry, wasAttempted } from '../model/entry.ts';
import { temporaryId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import { moveToDiscarded } from './discarded.ts';
import { forgetOptimisticValues } from './forget-optimistic.ts';
import { newEntry, RESET_FIELDS } from './new-entry.ts';
import type { OutboxDb } from './outbox-db.ts';

export type EditResult =
  | { readonly outcome: 'stored'; readonly seq: number; readonly recordId: string }
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'rejected'; readonly detail: string };

/** Returns whether the server certainly does not have an entry: never sent, or rejected. */
export function isUnsent(entry: OutboxEntry): boolean {
  return entry.state === 'rejected' || (!wasAttempted(entry) && entry.state !== 'sending');
}

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
  await forgetOptimisticValues(db, create);
  await db.outbox.update(seq, {
    ...(rejected && { ...RESET_FIELDS, resentAt: Date.now(), id: mutation.id }),
    body: { ...create.body, ...mutation.body },
    expected: mutation.expected,
    referenced: { ...create.referenced, ...mutation.referenced },
    merged: [...create.merged, mutation.id],
  });
  if (rejected) await replaceDependencyId(db, create.id, mutation.id);
  return { outcome: 'stored', seq, recordId: operation.recordId };
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
 * a create: then it is a mutation of another record.
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
  const inherited = {
    merged: [...previous.merged, previous.id],
    resentAt: Date.now(),
    ...(previous.madeIn && { madeIn: previous.madeIn }),
  };
  await db.outbox.put({ ...entry, ...inherited, seq: previous.seq });
  await replaceDependencyId(db, previous.id, mutation.id);
  return { outcome: 'stored', seq: previous.seq, recordId };
}
