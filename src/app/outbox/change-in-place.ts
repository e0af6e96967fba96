import { moveToDiscarded } from './discarded.ts';
import { forgetExpected } from './forget-expected.ts';
import { temporaryId } from './ids.ts';
import { newRow, STARTED_ANEW } from './new-row.ts';
import type { OutboxDb } from './outbox-db.ts';
import { type OutboxRow, wasTried } from './outbox-row.ts';
import { standsOrFallsWith } from './touches.ts';
import type { Write } from './write.ts';

export type InPlace =
  | { readonly outcome: 'stored'; readonly seq: number; readonly recordId: string }
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'refused'; readonly detail: string };

const SENT_MEANWHILE = 'This has been sent meanwhile. Open the record again to change it.';

/** Surely unknown to the host: never given to the network, or refused by it. */
export function isStillOurs(row: OutboxRow): boolean {
  return row.state === 'rejected' || (!wasTried(row) && row.state !== 'sending');
}

/** Rows that make no sense without this one. */
export function dependants(row: OutboxRow, rows: readonly OutboxRow[]): OutboxRow[] {
  return rows.filter((one) => one.dependsOn.includes(row.id) && standsOrFallsWith(one, row));
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
export async function changeInPlace(
  db: OutboxDb,
  write: Write,
  create: OutboxRow,
  rows: readonly OutboxRow[],
): Promise<InPlace | undefined> {
  const followed = rows.some((row) => row !== create && row.entityKey === create.entityKey);
  if (!isStillOurs(create) || followed) return undefined;
  const { seq, operation } = create;
  const rejected = create.state === 'rejected';
  await forgetExpected(db, create);
  await db.outbox.update(seq, {
    ...(rejected && { ...STARTED_ANEW, resentAt: Date.now(), id: write.id }),
    body: { ...create.body, ...write.body },
    expected: write.expected,
    referenced: { ...create.referenced, ...write.referenced },
    merged: [...create.merged, write.id],
  });
  if (rejected) await rekey(db, create.id, write.id);
  return { outcome: 'stored', seq, recordId: operation.recordId };
}

/** Takes a create that the host does not know of off the device, unless something hangs on it. */
export async function dropInPlace(
  db: OutboxDb,
  create: OutboxRow,
  rows: readonly OutboxRow[],
): Promise<InPlace | undefined> {
  if (!isStillOurs(create)) return undefined;
  const others = dependants(create, rows);
  const hanging = others.filter((row) => row.entityKey !== create.entityKey).length;
  if (hanging > 0) return { outcome: 'refused', detail: hangsOn(hanging) };
  await forgetExpected(db, create);
  const { ownerId, branchId } = create;
  const seqs = [create, ...others].map(({ seq }) => seq);
  await moveToDiscarded(db, { ownerId, branchId }, seqs, { reason: 'deleted' });
  return { outcome: 'removed' };
}

/** Why a row can't be dropped yet. */
export function hangsOn(count: number): string {
  return count === 1
    ? 'One unsent entry belongs to this. Delete that one first.'
    : `${count} unsent entries belong to this. Delete those first.`;
}

/**
 * Puts a corrected write in the place of the one a person took back; it keeps its place in the order. A change may become a
 * new record: then it is another record's write.
 */
export async function replaceRow(db: OutboxDb, write: Write, rows: readonly OutboxRow[]): Promise<InPlace> {
  // The form that took it back may have been refused before: what it put in place then is what it puts right now.
  const old = rows.find(({ id, merged }) => id === write.replaces || merged.includes(write.replaces ?? ''));
  if (!old || !isStillOurs(old)) return { outcome: 'refused', detail: SENT_MEANWHILE };
  const recordId = write.kind === old.operation.kind ? old.operation.recordId : temporaryId(write.id);
  const owner = { ownerId: old.ownerId, branchId: old.branchId };
  const earlier = rows.filter(({ seq }) => seq < old.seq);
  const before = write.kind === 'create' ? undefined : (write.before ?? old.before);
  const row = newRow({ ...write, recordId, ...(before && { before }) }, owner, earlier, old.createdAt);
  await forgetExpected(db, old);
  const kept = {
    merged: [...old.merged, old.id],
    resentAt: Date.now(),
    ...(old.madeIn && { madeIn: old.madeIn }),
  };
  await db.outbox.put({ ...row, ...kept, seq: old.seq });
  await rekey(db, old.id, write.id);
  return { outcome: 'stored', seq: old.seq, recordId };
}
