import { currentOwner } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '../model/mutation.ts';
import { settleAsDone } from '../sender/settle.ts';
import { triggerSend } from '../sender/triggers.ts';
import { enqueue } from '../store/enqueue.ts';
import { outboxDb } from '../store/outbox-db.ts';
import { messages } from '../texts.en.ts';
import { ownUnsettled, reopen } from './actions.ts';

/** Describes the mutation that replaces a rejected entry. */
export type Replacement = Pick<Mutation, 'kind' | 'body' | 'referenced' | 'expected'> & {
  /** The record that the replacement is made upon; by default that of the entry. */
  readonly before?: RecordRow;
};

/**
 * Replaces a rejected entry with another mutation and sends it, such as the amount that remains. If that is
 * rejected as well, it stays in the outbox, because no form is open for it.
 * @throws {Error} with a sentence to show, when the entry may have reached the server meanwhile
 */
export async function replaceAndSend(entryId: string, replacement: Replacement): Promise<void> {
  const owner = currentOwner();
  if (!owner) throw new Error(messages.notPending);
  const { recordId, before, expected: _, ...reopened } = await reopen(entryId);
  const sameKind = replacement.kind === reopened.kind;
  const mutation = {
    ...reopened,
    ...replacement,
    ...(sameKind && recordId !== undefined && { recordId }),
    ...(sameKind && { before: replacement.before ?? before }),
  };
  const stored = await enqueue(outboxDb(), owner, mutation, Date.now());
  if (stored.outcome === 'rejected') throw new Error(stored.detail);
  void triggerSend(true);
}

/**
 * Marks an entry as done, because the user has seen its effect at the server. It counts as acknowledged, and
 * its dependents can be sent.
 * @param seen the record at the server; absent for a delete
 * @throws {Error} with a sentence to show, while it is being sent
 */
export async function markAsDone(entryId: string, seen?: RecordRow): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, db.idMap, async () => {
    const entry = (await ownUnsettled(db)).find(({ id }) => id === entryId);
    if (!entry) throw new Error(messages.notPending);
    if (entry.state === 'sending') throw new Error(messages.beingSent);
    await settleAsDone(db, entry, seen);
  });
  void triggerSend();
}
