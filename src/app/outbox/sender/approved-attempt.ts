import { currentOwner } from '#app/api/session.ts';
import type { ApprovedOutcome } from '#app/lib/ask-manager.ts';
import { nextTimestamp } from '#app/lib/logical-clock.ts';
import { messages } from '../messages.ts';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import { withBase } from '../store/entry-change.ts';
import type { EntryRequest } from './build-request.ts';
import { sendEntry } from './send-entry.ts';
import type { SendContext } from './send-result.ts';
import { settle } from './settle.ts';
import { notifyOtherTabs, triggerSend } from './triggers.ts';

/** The stored entry that is approved, and the request that the approval was asked for. */
interface Approved {
  readonly seq: number;
  readonly id: string;
  readonly sent: EntryRequest;
}

/** Claims an entry for one attempt with an approval; as it is if it is settled or being sent. */
async function claim({ db }: SendContext, { seq, id, sent }: Approved): Promise<OutboxEntry | undefined> {
  const token = crypto.randomUUID();
  return db.transaction('rw', db.outbox, async () => {
    const stored = await db.outbox.get(seq);
    if (stored?.id !== id) return undefined;
    const entry = withBase(readEntry(stored));
    if (entry.state === 'done' || entry.state === 'sending' || entry.quarantined) return entry;
    const claimed: OutboxEntry = {
      ...entry,
      state: 'sending',
      sent: entry.sent ?? sent,
      attempts: entry.attempts + 1,
      firstSentAt: entry.firstSentAt ?? nextTimestamp(),
      claim: { token, at: Date.now(), approved: true },
    };
    await db.outbox.put(claimed);
    return claimed;
  });
}

/**
 * Sends a stored entry once with an approval, and settles it like any attempt (decisions 46 and 145). If its outcome is unknown, the
 * sender asks again without the approval, under the same key.
 */
export async function attemptWithApproval(
  context: SendContext,
  approved: Approved,
): Promise<ApprovedOutcome> {
  const { db, owner } = context;
  const entry = await claim(context, approved);
  if (entry?.state === 'done') return { done: true };
  if (!entry?.claim?.approved || currentOwner()?.ownerId !== owner.ownerId)
    return { problem: entry ? messages.beingSent : messages.notPending };
  const sendResult = await sendEntry(entry, context);
  await db.transaction('rw', db.outbox, db.idMap, () =>
    settle(db, [{ entry, sendResult }], { now: Date.now, random: Math.random }),
  );
  notifyOtherTabs();
  void triggerSend();
  switch (sendResult.kind) {
    case 'succeeded':
      return { done: true };
    case 'unauthenticated':
      return { problem: messages.signedOut };
    case 'rejected':
      return { problem: sendResult.message };
    case 'retry':
      return {
        problem:
          sendResult.mayHaveCommitted || entry.uncertain ? messages.approvalUnknown : sendResult.message,
      };
  }
}
