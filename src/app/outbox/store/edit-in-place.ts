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
  | { readonly outcome: 'refused'; readonly detail: string };

const SENT_MEANWHILE = 'This has been sent meanwhile. Open the record again to change it.';

/** Surely unknown to the host: never given to the network, or refused by it. */
export function isUnsent(row: OutboxEntry): boolean {
  return row.state === 'rejected' || (!wasAttempted(row) && row.state !== 'sending');
}

/** Rows that make no sense without this one. */
export function dependentEntries(row: OutboxEntry, rows: readonly OutboxEntry[]): OutboxEntry[] {
  return rows.filter((one) => one.dependsOn.includes(row.id) && failsWith(one, row));
}

/** All of the following run inside the caller's transaction, so no drainer can claim the row in between. */
async function rekey(db: OutboxDb, from: string, to: string): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(from)
    .modify((row) => {
      row.dependsOn = row.dependsOn.map((id) => (id === from ? to : id));
    });
}

/** Lays an edit into a create that the host does not know of; undefined where it must follow as a second row. */
export async function editInPlace(
  db: OutboxDb,
  write: Mutation,
  create: OutboxEntry,
  rows: readonly OutboxEntry[],
): Promise<EditResult | undefined> {
  const followed = rows.some((row) => row !== create && row.entityKey === create.entityKey);
  if (!isUnsent(create) || followed) return undefined;
  const { seq, operation } = create;
  const rejected = create.state === 'rejected';
  await forgetOptimisticValues(db, create);
  await db.outbox.update(seq, {
    ...(rejected && { ...RESET_FIELDS, resentAt: Date.now(), id: write.id }),
    body: { ...create.body, ...write.body },
    expected: write.expected,
    referenced: { ...create.referenced, ...write.referenced },
    merged: [...create.merged, write.id],
  });
  if (rejected) await rekey(db, create.id, write.id);
  return { outcome: 'stored', seq, recordId: operation.recordId };
}

/** Takes a create that the host does not know of off the device, unless something hangs on it. */
export async function removeInPlace(
  db: OutboxDb,
  create: OutboxEntry,
  rows: readonly OutboxEntry[],
): Promise<EditResult | undefined> {
  if (!isUnsent(create)) return undefined;
  const others = dependentEntries(create, rows);
  const hanging = others.filter((row) => row.entityKey !== create.entityKey).length;
  if (hanging > 0) return { outcome: 'refused', detail: HAS_DEPENDENTS_MESSAGE(hanging) };
  await forgetOptimisticValues(db, create);
  const { ownerId, branchId } = create;
  const seqs = [create, ...others].map(({ seq }) => seq);
  await moveToDiscarded(db, { ownerId, branchId }, seqs, { reason: 'deleted' });
  return { outcome: 'removed' };
}

/** Why a row can't be dropped yet. */
export function HAS_DEPENDENTS_MESSAGE(count: number): string {
  return count === 1
    ? 'One unsent entry belongs to this. Delete that one first.'
    : `${count} unsent entries belong to this. Delete those first.`;
}

/**
 * Puts a corrected write in the place of the one a person took back; it keeps its place in the order. A change may become a
 * new record: then it is another record's write.
 */
export async function replaceEntry(
  db: OutboxDb,
  write: Mutation,
  rows: readonly OutboxEntry[],
): Promise<EditResult> {
  // The form that took it back may have been refused before: what it put in place then is what it puts right now.
  const old = rows.find(({ id, merged }) => id === write.replaces || merged.includes(write.replaces ?? ''));
  if (!old || !isUnsent(old)) return { outcome: 'refused', detail: SENT_MEANWHILE };
  const recordId = write.kind === old.operation.kind ? old.operation.recordId : temporaryId(write.id);
  const owner = { ownerId: old.ownerId, branchId: old.branchId };
  const earlier = rows.filter(({ seq }) => seq < old.seq);
  const before = write.kind === 'create' ? undefined : (write.before ?? old.before);
  const row = newEntry({ ...write, recordId, ...(before && { before }) }, owner, earlier, old.createdAt);
  await forgetOptimisticValues(db, old);
  const kept = {
    merged: [...old.merged, old.id],
    resentAt: Date.now(),
    ...(old.madeIn && { madeIn: old.madeIn }),
  };
  await db.outbox.put({ ...row, ...kept, seq: old.seq });
  await rekey(db, old.id, write.id);
  return { outcome: 'stored', seq: old.seq, recordId };
}
