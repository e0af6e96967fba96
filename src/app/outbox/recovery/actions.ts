import { currentOwner } from '#app/api/session.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { isUnsettled, type OutboxEntry } from '../model/entry.ts';
import { newMutationId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import { triggerSend } from '../sender/triggers.ts';
import { type DiscardAnswer, moveToDiscarded } from '../store/discarded.ts';
import { dependentEntries, HAS_DEPENDENTS_MESSAGE, isUnsent } from '../store/edit-in-place.ts';
import { forgetOptimisticValues } from '../store/forget-optimistic.ts';
import { RESET_FIELDS } from '../store/new-entry.ts';
import { type OutboxDb, outboxDb } from '../store/outbox-db.ts';
import { readEntries } from '../store/read-entries.ts';

const MAY_HAVE_ARRIVED = 'This may have reached the server already. It can be changed once that is known.';

/** What of this person is unsettled, in order, as it is stored now. */
export async function ownUnsettled(db: OutboxDb): Promise<OutboxEntry[]> {
  const owner = currentOwner();
  if (!owner) return [];
  return readEntries(owner, await db.outbox.orderBy('seq').toArray()).filter(isUnsettled);
}

/**
 * Sends one row now, or all: without waiting out a back-off, and, where the host can't tell a repeat from a
 * new write, with the person's word for it (decision 5). A refused row is tried again as a new write.
 */
export async function retryNow(outboxId?: string): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, async () => {
    for (const row of await ownUnsettled(db)) {
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
  await triggerSend(true);
}

/** A refusal may be remembered under its key, so another try needs another one. */
async function startAnew(db: OutboxDb, row: OutboxEntry): Promise<void> {
  const id = newMutationId();
  await db.outbox.update(row.seq, { ...RESET_FIELDS, resentAt: Date.now(), id });
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
export async function discard(outboxId: string, why: DiscardAnswer = { reason: 'unsaid' }): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, db.discarded, async () => {
    const owner = currentOwner();
    const rows = await ownUnsettled(db);
    const row = rows.find(({ id }) => id === outboxId);
    if (!row || !owner) return;
    if (row.state === 'sending') throw new Error('It is being sent right now. Wait for the answer.');
    const hanging = row.operation.kind === 'create' ? dependentEntries(row, rows).length : 0;
    if (hanging > 0) throw new Error(HAS_DEPENDENTS_MESSAGE(hanging));
    await forgetOptimisticValues(db, row);
    await moveToDiscarded(db, owner, [row.seq], why);
  });
  // What waited only for its turn may go now; the person is told at once.
  void triggerSend();
}

/**
 * For "Edit" in the Sync panel: the write to fill its form with. Its `replaces` makes `save` put the corrected
 * write in the row's place, so the row stays in the outbox until then, and what depends on it still does.
 * @throws {Error} with a sentence to show, where the row may already have arrived or can't be read
 */
export async function reopen(outboxId: string): Promise<Mutation> {
  const row = (await ownUnsettled(outboxDb())).find(({ id }) => id === outboxId);
  if (!row || !isResourceName(row.operation.resource) || row.parked === 'unreadable') {
    throw new Error('This entry can no longer be changed.');
  }
  if (!isUnsent(row)) throw new Error(MAY_HAVE_ARRIVED);
  const { resource, kind, recordId } = row.operation;
  return {
    id: newMutationId(),
    resource,
    kind,
    recordId,
    body: row.body,
    before: row.before,
    referenced: row.referenced,
    replaces: row.id,
  };
}
