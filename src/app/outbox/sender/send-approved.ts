import { changePolicyOf } from '#app/api/change-policy.ts';
import { connection } from '#app/api/connection.ts';
import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { lastClose } from '#app/cache/last-close.ts';
import { mayNow } from '#app/cache/permissions.ts';
import { type ApprovedOutcome, askManager } from '#app/lib/ask-manager.ts';
import { nextTimestamp } from '#app/lib/logical-clock.ts';
import { missingPermission } from '#contract/missing-permission.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from '../messages.ts';
import type { OutboxEntry } from '../model/entry.ts';
import { linesOf } from '../model/line-bodies.ts';
import type { Mutation, MutationOutcome } from '../model/mutation.ts';
import { newEntry } from '../store/new-entry.ts';
import { outboxDb } from '../store/outbox-db.ts';
import { outboxView, publishOutbox } from '../store/outbox-view.ts';
import { approvalRequestOf } from './approval-request.ts';
import { buildRequest, mentionsTemporaryId } from './build-request.ts';
import { sendEntry } from './send-entry.ts';

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

/** Shows an acknowledged mutation like an entry, so that lists and figures are read again. */
function show(entry: OutboxEntry): void {
  const view = outboxView();
  publishOutbox({ ...view, rows: [...view.rows, entry], loaded: true });
}

/**
 * Sends a mutation that is closed to the user's role with a manager's approval, while its form waits (decision 46). It is never queued:
 * without a connection, or on a server without approvals, it is refused with the sentence of the permission.
 */
async function sendApproved(
  owner: Owner,
  mutation: Mutation,
  permission: Permission,
): Promise<MutationOutcome> {
  const sentence = permissions[permission].refusal;
  const { branch } = bootCache();
  if (!branch?.approvals || !branch.merges) return refused(sentence);
  if (connection() === 'offline') return refused(messages.approvalNeedsConnection({ sentence }));
  const changes = changePolicyOf(branch.merges);
  const now = Date.now();
  const seq = outboxView().rows.length + 1;
  const entry: OutboxEntry = { ...newEntry(mutation, owner, [], now), seq, attempts: 1 };
  if (mutation.replaces !== undefined || mentionsTemporaryId(entry)) return refused(messages.approvalWaits);
  const sent = { ...entry, firstSentAt: nextTimestamp(), sent: buildRequest(entry, now, changes) };
  let outcome: MutationOutcome = refused(sentence);

  const send = async (approval: string): Promise<ApprovedOutcome> => {
    const result = await sendEntry(sent, { db: outboxDb(), owner, changes, approval });
    if (result.kind === 'succeeded') {
      const { result: record, detail } = result;
      show({ ...sent, state: 'done', acknowledgedAt: nextTimestamp(), result: record, detail });
      outcome = { outcome: 'saved', ...(record && { record }), ...(detail !== undefined && { detail }) };
      return { done: true };
    }
    if (result.kind === 'unauthenticated') return { problem: messages.signedOut };
    return { problem: result.kind === 'retry' ? messages.approvalUnknown : result.message };
  };

  const asked = approvalRequestOf(sent);
  if (asked) await askManager({ sentence, ...asked, send });
  return outcome;
}
