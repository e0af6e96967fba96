import { currentOwner } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isOffered, isReadable, isUnperformed, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { triggerSend } from '#app/outbox/sender/sender.ts';
import { settleAsDone } from '#app/outbox/sender/settle.ts';
import { dependentEntries, replaceDependencyId } from '#app/outbox/store/dependents.ts';
import { type DiscardAnswer, moveToDiscarded } from '#app/outbox/store/discarded.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { forgetExpected, RESET_FIELDS } from '#app/outbox/store/entry-change.ts';
import { type OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { ownPending } from '#app/outbox/store/stored-entries.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';

const requeued = () =>
  ({
    state: 'queued',
    asksPerson: false,
    nextAttemptAt: 0,
    resentAt: Date.now(),
    refusedAt: undefined,
  }) as const;

/**
 * Sends one entry or all now, without waiting out a backoff. For an entry of unknown outcome or a rejected one, the
 * call is the user's decision to send it again (decision 5). A rejected one gets a new key, unless an attempt of
 * unknown outcome was made under its own (decision 145).
 */
export async function retryNow(entryId?: string): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, async () => {
    for (const entry of await ownPending(db)) {
      if (entryId !== undefined && entry.id !== entryId) continue;
      const isAsked = entryId !== undefined && (entry.state === 'rejected' || entry.asksPerson);
      if (isAsked && entry.state === 'rejected' && isUnperformed(entry)) await requeueWithNewKey(db, entry);
      else if (isAsked) await db.outbox.update(entry.seq, requeued());
      else if (entry.state === 'queued' || entry.state === 'unknown') {
        await db.outbox.update(entry.seq, { nextAttemptAt: 0 });
      }
    }
  });
  await triggerSend(true);
}

export async function sendLostAgain(): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, async () => {
    for (const { seq } of (await ownPending(db)).filter(isOffered)) await db.outbox.update(seq, requeued());
  });
  await triggerSend(true);
}

async function requeueWithNewKey(db: OutboxDb, entry: OutboxEntry): Promise<void> {
  const id = newMutationId();
  const merged = [...entry.merged, entry.id];
  await db.outbox.update(entry.seq, { ...RESET_FIELDS, resentAt: Date.now(), id, merged });
  await replaceDependencyId(db, entry.id, id);
}

/**
 * The entry stays visible with the reason for 60 days. Confirm with the user first.
 * @throws {Error} with a sentence to show, while pending entries depend on it or it is being sent
 */
export async function discard(entryId: string, answer: DiscardAnswer = { reason: 'unsaid' }): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, db.discarded, async () => {
    const owner = currentOwner();
    const entries = await ownPending(db);
    const entry = entries.find(({ id }) => id === entryId);
    if (!entry || !owner) return;
    if (entry.state === 'sending') throw new Error(messages.beingSent);
    const dependents = entry.operation.kind === 'create' ? dependentEntries(entry, entries).length : 0;
    if (dependents > 0) throw new Error(messages.hasPendingDependents({ count: dependents }));
    await forgetExpected(db, entry);
    await moveToDiscarded(db, owner, [entry.seq], answer);
  });
  // Entries that only had to wait for its turn can be sent now; the caller does not wait for them.
  void triggerSend();
}

const isReopened = (name: string | undefined): name is Mutation['resource'] =>
  writeOf(name ?? '')?.records !== undefined || isResourceName(name);

/**
 * Fills a form for "Edit" in the Sync panel. Its `replaces` makes `save` put the corrected mutation in the entry's
 * place. Until then the entry stays in the outbox, and its dependents keep depending on it.
 * @throws {Error} with a sentence to show, when the entry may have reached the server or cannot be read
 */
export async function reopen(entryId: string): Promise<Mutation> {
  const entry = (await ownPending(outboxDb())).find(({ id }) => id === entryId);
  const name = entry?.operation.resource;
  if (!entry || !isReopened(name) || !isReadable(entry)) {
    throw new Error(messages.cannotBeChanged);
  }
  if (!isUnperformed(entry)) throw new Error(messages.mayHaveArrived);
  const { kind, recordId } = entry.operation;
  return {
    id: newMutationId(),
    resource: name,
    kind,
    recordId,
    body: entry.body,
    before: entry.before && { ...entry.before, ...entry.base },
    referenced: entry.referenced,
    replaces: entry.id,
  };
}

export type Replacement = Pick<Mutation, 'kind' | 'body' | 'referenced' | 'expected'> & {
  readonly before?: RecordRow;
};

/**
 * Replaces a rejected entry with another mutation, such as the amount that remains, and sends it. If that is rejected
 * as well, it stays in the outbox, because no form is open for it.
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
 * The user has seen the effect at the server. The entry counts as acknowledged, and its dependents can be sent.
 * @throws {Error} with a sentence to show, while it is being sent
 */
export async function markAsDone(entryId: string): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, async () => {
    const entry = (await ownPending(db)).find(({ id }) => id === entryId);
    if (!entry) throw new Error(messages.notPending);
    if (entry.state === 'sending') throw new Error(messages.beingSent);
    await settleAsDone(db, entry);
  });
  void triggerSend();
}
