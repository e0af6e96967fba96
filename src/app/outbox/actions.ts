import { currentOwner } from '#app/data/session.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { dependants, hangsOn, isStillOurs } from './change-in-place.ts';
import { moveToDiscarded, type WhyDiscarded } from './discarded.ts';
import { kickDrainer } from './drain-triggers.ts';
import { forgetExpected } from './forget-expected.ts';
import { newWriteId } from './ids.ts';
import { STARTED_ANEW } from './new-row.ts';
import { rowsOf } from './next-row.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';
import { isUnsettled, type OutboxRow } from './outbox-row.ts';
import type { Write } from './write.ts';

const MAY_HAVE_ARRIVED = 'This may have reached the server already. It can be changed once that is known.';

/** What of this person is unsettled, in order, as it is stored now. */
export async function mine(db: OutboxDb): Promise<OutboxRow[]> {
  const owner = currentOwner();
  if (!owner) return [];
  return rowsOf(owner, await db.outbox.orderBy('seq').toArray()).filter(isUnsettled);
}

/**
 * Sends one row now, or all: without waiting out a back-off, and, where the host can't tell a repeat from a
 * new write, with the person's word for it (decision 5). A refused row is tried again as a new write.
 */
export async function retryNow(outboxId?: string): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, async () => {
    for (const row of await mine(db)) {
      if (outboxId !== undefined && row.id !== outboxId) continue;
      if (row.state === 'rejected' && outboxId !== undefined) await startAnew(db, row);
      else if (row.asksPerson && outboxId !== undefined) {
        const again = { state: 'queued', asksPerson: false, nextAttemptAt: 0, resentAt: Date.now() } as const;
        await db.outbox.update(row.seq, again);
      } else if (row.state === 'queued' || row.state === 'unknown') {
        await db.outbox.update(row.seq, { nextAttemptAt: 0 });
      }
    }
  });
  await kickDrainer(true);
}

/** A refusal may be remembered under its key, so another try needs another one. */
async function startAnew(db: OutboxDb, row: OutboxRow): Promise<void> {
  const id = newWriteId();
  await db.outbox.update(row.seq, { ...STARTED_ANEW, resentAt: Date.now(), id });
  await db.outbox
    .where('dependsOn')
    .equals(row.id)
    .modify((child) => {
      child.dependsOn = child.dependsOn.map((one) => (one === row.id ? id : one));
    });
}

/**
 * Takes a row out of the outbox for good; it stays to be looked at, with the reason, for a while. Ask the person first.
 * @throws {Error} with a sentence to show, while other unsent rows belong to it or it is being sent
 */
export async function discard(outboxId: string, why: WhyDiscarded = { reason: 'unsaid' }): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, db.discarded, async () => {
    const owner = currentOwner();
    const rows = await mine(db);
    const row = rows.find(({ id }) => id === outboxId);
    if (!row || !owner) return;
    if (row.state === 'sending') throw new Error('It is being sent right now. Wait for the answer.');
    const hanging = row.operation.kind === 'create' ? dependants(row, rows).length : 0;
    if (hanging > 0) throw new Error(hangsOn(hanging));
    await forgetExpected(db, row);
    await moveToDiscarded(db, owner, [row.seq], why);
  });
  // What waited only for its turn may go now; the person is told at once.
  void kickDrainer();
}

/**
 * For "Edit" in the Sync panel: the write to fill its form with. Its `replaces` makes `save` put the corrected
 * write in the row's place, so the row stays in the outbox until then, and what depends on it still does.
 * @throws {Error} with a sentence to show, where the row may already have arrived or can't be read
 */
export async function takeBack(outboxId: string): Promise<Write> {
  const row = (await mine(outboxDb())).find(({ id }) => id === outboxId);
  if (!row || !isResourceName(row.operation.resource) || row.parked === 'unreadable') {
    throw new Error('This entry can no longer be changed.');
  }
  if (!isStillOurs(row)) throw new Error(MAY_HAVE_ARRIVED);
  const { resource, kind, recordId } = row.operation;
  return {
    id: newWriteId(),
    resource,
    kind,
    recordId,
    body: row.body,
    before: row.before,
    referenced: row.referenced,
    replaces: row.id,
  };
}
