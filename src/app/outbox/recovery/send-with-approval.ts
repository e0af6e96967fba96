import { changePolicyOf } from '#app/api/change-policy.ts';
import { connection } from '#app/api/connection.ts';
import { currentOwner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { askManager } from '#app/lib/ask-manager.ts';
import { approvalRequestOf } from '#app/outbox/sender/approved-attempt.ts';
import { ownUnsettled } from '#app/outbox/store/stored-entries.ts';
import { messages } from '../messages.ts';
import { attemptWithApproval } from '../sender/approved-attempt.ts';
import { buildRequest, mentionsTemporaryId } from '../sender/build-request.ts';
import { outboxDb } from '../store/outbox-db.ts';

/**
 * Sends an entry that was refused for the user's role with a manager's approval, under its own key, and settles it (decision 46).
 * Until then it stays in the outbox.
 * @returns whether it is done
 * @throws {Error} with a sentence to show, when it cannot be sent now
 */
export async function sendWithApproval(entryId: string): Promise<boolean> {
  const db = outboxDb();
  const owner = currentOwner();
  const entry = (await ownUnsettled(db)).find(({ id }) => id === entryId);
  const { branch } = bootCache();
  if (!owner || !entry) throw new Error(messages.notPending);
  if (!branch?.approvals) throw new Error(messages.noApprovals);
  const sentence = entry.lastError ?? messages.noApprovals;
  if (connection() === 'offline') throw new Error(messages.approvalNeedsConnection({ sentence }));
  if (mentionsTemporaryId(entry)) throw new Error(messages.approvalWaits);
  const changes = changePolicyOf(branch.merges);
  const sent = { ...entry, sent: entry.sent ?? buildRequest(entry, Date.now(), changes) };
  const asked = approvalRequestOf(sent);
  if (!asked) throw new Error(messages.noApprovals);
  return askManager({
    sentence,
    ...asked,
    send: (approval) => attemptWithApproval({ db, owner, changes, approval }, sent),
  });
}
