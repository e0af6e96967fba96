import { changePolicyOf } from '#app/api/change-policy.ts';
import { connection } from '#app/api/connection.ts';
import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { nextTimestamp } from '#app/lib/logical-clock.ts';
import { newEntry } from '#app/outbox/store/entry-change.ts';
import type { OutboxEntry } from '../model/entry.ts';
import type { Mutation, MutationOutcome } from '../model/mutation.ts';
import { outboxDb } from '../store/outbox-db.ts';
import { outboxView, publishOutbox } from '../store/outbox-view.ts';
import { messages } from '../texts.en.ts';
import { buildRequest, mentionsTemporaryId } from './build-request.ts';
import { sendEntry } from './send-entry.ts';
import { provesNothingWritten } from './settle.ts';

/** Shows an acknowledged mutation like an entry, so that lists and figures are read again. */
function show(entry: OutboxEntry): void {
  const view = outboxView();
  publishOutbox({ ...view, rows: [...view.rows, entry], loaded: true });
}

/** Ids of mutations whose outcome is unknown; nothing can be stored here. */
const unknownIds = new Set<string>();

/**
 * Sends a mutation whose form waits, on a device whose database does not open (fault 68). It carries its key:
 * the same press again is recorded once. Only for servers with idempotency keys; nothing is kept here.
 * @returns undefined where it cannot be sent; then nothing was recorded
 */
export async function sendDirectly(owner: Owner, mutation: Mutation): Promise<MutationOutcome | undefined> {
  const { branch } = bootCache();
  if (connection() === 'offline' || branch?.idempotency !== true) return undefined;
  // A change must be compared by the server: the device would need its database.
  if (mutation.kind !== 'create' && !branch.merges) return undefined;
  const changes = changePolicyOf(branch.merges);
  const now = Date.now();
  const firstSentAt = nextTimestamp();
  const seq = outboxView().rows.length + 1;
  const unsent: OutboxEntry = { ...newEntry(mutation, owner, [], now), seq, attempts: 1, firstSentAt };
  if (mutation.replaces !== undefined || mentionsTemporaryId(unsent)) return undefined;
  const sent = { ...unsent, sent: buildRequest(unsent, now, changes) };
  const result = await sendEntry(sent, { db: outboxDb(), owner, changes });
  switch (result.kind) {
    case 'succeeded': {
      const { result: record, detail } = result;
      show({ ...sent, state: 'done', acknowledgedAt: nextTimestamp(), result: record, detail });
      return {
        outcome: 'saved',
        note: messages.sentDirectly,
        ...(record && { record }),
        ...(detail !== undefined && { detail }),
      };
    }
    case 'rejected':
      // The key was used: the first press arrived, and this is another content under it.
      if (result.status === 422) return { outcome: 'not-stored', message: messages.directRecordedBefore };
      // The form would take a new key, and the first press may have arrived.
      if (unknownIds.has(mutation.id) && !provesNothingWritten(sent, result.status))
        return { outcome: 'not-stored', message: `${result.message} ${messages.directUnknown}` };
      return {
        outcome: 'rejected',
        detail: result.message,
        fields: result.fields,
        // Nothing was stored, so there is nothing to remove.
        confirmShown: () => Promise.resolve(),
      };
    case 'unauthenticated':
      return { outcome: 'not-stored', message: messages.signedOut };
    case 'retry':
      if (result.mayHaveCommitted) unknownIds.add(mutation.id);
      return { outcome: 'not-stored', message: messages.directUnknown };
  }
}
