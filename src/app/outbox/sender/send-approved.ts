import { changePolicyOf } from '#app/api/change-policy.ts';
import { connection } from '#app/api/connection.ts';
import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { lastClose } from '#app/cache/last-close.ts';
import { mayNow } from '#app/cache/permissions.ts';
import { type ApprovedOutcome, askManager } from '#app/lib/ask-manager.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { linesOf } from '#app/outbox/model/line-bodies.ts';
import { entryOfMutation, relatedEntries } from '#app/outbox/store/stored-entries.ts';
import { missingPermission } from '#contract/missing-permission.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from '../messages.ts';
import { readEntry } from '../model/entry.ts';
import type { Mutation, MutationOutcome } from '../model/mutation.ts';
import { entryToStore } from '../store/enqueue.ts';
import { type OutboxDb, outboxDb } from '../store/outbox-db.ts';
import { approvalRequestOf, attemptWithApproval } from './approved-attempt.ts';
import { buildRequest, mentionsTemporaryId } from './build-request.ts';

const operations = { create: 'create', update: 'change', delete: 'remove' } as const;

/** Sends a mutation that is closed to the user's role with an approval; undefined if it is open to them (decision 46). */
export async function ifForbidden(owner: Owner, mutation: Mutation): Promise<MutationOutcome | undefined> {
  const { resource, kind, before, body } = mutation;
  const write = { operation: operations[kind], before, body };
  const author = { userId: owner.ownerId, now: new Date(), closedAt: lastClose(owner) };
  const written = isResourceName(resource)
    ? [{ resource, body }]
    : linesOf({ operation: { resource }, body });
  for (const one of written) {
    const about = { ...write, body: one.body };
    const missing = missingPermission(resourceOf(one.resource), about, mayNow, author);
    if (missing) return sendApproved(owner, mutation, missing);
  }
  return undefined;
}

const refused = (detail: string): MutationOutcome => ({
  outcome: 'rejected',
  detail,
  fields: [],
  // Nothing was stored, so there is nothing to remove.
  confirmShown: () => Promise.resolve(),
});

/** Limits the wait for the device's database, in milliseconds. */
const READ_TIMEOUT = 8_000;

/** Returns the entry of a mutation if it was stored before, and those that it may have to wait for; undefined if the device can't tell. */
function readRelated(db: OutboxDb, owner: Owner, mutation: Mutation) {
  const read = Promise.resolve()
    .then(() =>
      db.transaction('r', db.outbox, async () => ({
        known: await entryOfMutation(db, owner, mutation.id),
        earlier: await relatedEntries(db, owner, mutation),
      })),
    )
    .catch(() => undefined);
  return withTimeout(read, READ_TIMEOUT, () => undefined);
}

/** Tells how an approved mutation ended, once its dialog is closed. What was certainly not written leaves the outbox: the form holds it. */
async function outcomeOf(db: OutboxDb, id: string, refusal: MutationOutcome): Promise<MutationOutcome> {
  const stored = await db.transaction('rw', db.outbox, async () => {
    const found = await db.outbox.where({ id }).first();
    const isFree = found && (found.state === 'rejected' || found.state === 'queued');
    if (!isFree || found.uncertain) return found;
    await db.outbox.delete(found.seq);
    return undefined;
  });
  if (!stored) return refusal;
  const { state, result, detail, operation } = readEntry(stored);
  if (state !== 'done') return { outcome: 'queued', recordId: operation.recordId };
  return { outcome: 'saved', ...(result && { record: result }), ...(detail !== undefined && { detail }) };
}

/**
 * Sends a mutation that is closed to the user's role with a manager's approval, while its form waits (decision 46). It is stored once
 * it is approved, so that an attempt of unknown outcome keeps its key and its bytes (decision 145). Without a connection, or on a server
 * without approvals, it is refused with the sentence of the permission.
 */
async function sendApproved(
  owner: Owner,
  mutation: Mutation,
  permission: Permission,
): Promise<MutationOutcome | undefined> {
  const sentence = permissions[permission].refusal;
  const { branch } = bootCache();
  if (!branch?.approvals || !branch.merges) return refused(sentence);
  if (connection() === 'offline') return refused(messages.approvalNeedsConnection({ sentence }));
  const db = outboxDb();
  const changes = changePolicyOf(branch.merges);
  const now = Date.now();
  const related = await readRelated(db, owner, mutation);
  if (!related) return { outcome: 'not-stored', message: messages.notStored };
  // An attempt of it was made before: it is asked again under its key.
  if (related.known) return undefined;
  const entry = entryToStore(mutation, owner, related.earlier, now);
  if (mutation.replaces !== undefined || mentionsTemporaryId(entry) || entry.dependsOn.length > 0)
    return refused(messages.approvalWaits);
  const sent = buildRequest(entry, now, changes);
  const waiting = { state: 'rejected', lastStatus: 403, lastError: sentence, refusedAt: now } as const;
  let seq: number | undefined;

  const send = async (approval: string): Promise<ApprovedOutcome> => {
    try {
      seq ??= await db.outbox.add({ ...entry, ...waiting, sent });
    } catch {
      return { problem: messages.notStored };
    }
    return attemptWithApproval({ db, owner, changes, approval }, { seq, id: entry.id, sent });
  };

  // It has no place in the outbox before it is approved.
  const asked = approvalRequestOf({ ...entry, seq: 0, sent });
  if (asked) await askManager({ sentence, ...asked, send });
  if (seq === undefined) return refused(sentence);
  // Kept or not, the same press again has the same key.
  return outcomeOf(db, entry.id, refused(sentence)).catch(
    (): MutationOutcome => ({ outcome: 'not-stored', message: messages.directUnknown }),
  );
}
