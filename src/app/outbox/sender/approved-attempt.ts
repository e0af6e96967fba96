import { currentOwner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import type { ApprovalRequest, ApprovedOutcome } from '#app/lib/ask-manager.ts';
import { nextTimestamp } from '#app/lib/logical-clock.ts';
import { changeFacts, type Fact, recordFacts } from '#app/lib/record-facts.ts';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { withBase } from '#app/outbox/store/entry-change.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { isApprovable } from '#contract/approvable-writes.ts';
import { formOf } from '#contract/define-resource.ts';
import { formatMoney, readPiastres, sumIfKnown } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { EntryRequest } from './build-request.ts';
import { sendEntry } from './send-entry.ts';
import { notifyOtherTabs, triggerSend } from './sender.ts';
import { type SendContext, settle } from './settle.ts';

/** Describes an entry to the manager who approves it: record, student, receipt, each amount before and after (decision 143). */
function factsOf(entry: OutboxEntry): Pick<ApprovalRequest, 'title' | 'facts'> {
  const { operation, before = {}, body, referenced } = entry;
  const { kind, resource: name } = operation;
  if (!isResourceName(name)) return factsOfLines(entry);
  const resource = resourceOf(name);
  const parent = referenced.related_record;
  const picked = Object.fromEntries(
    Object.entries(referenced).map(([field, record]) => [`${field}_data`, record]),
  );
  const record = { ...(kind === 'create' ? parent : before), ...body, ...picked };
  const { singular } = formOf(resource, record);
  if (kind === 'create')
    return { title: messages.approveCreate({ singular }), facts: recordFacts(resource, record) };
  const facts = recordFacts(resource, before);
  if (kind === 'delete') return { title: messages.approveDelete({ singular }), facts };
  const changes = changeFacts(resource, before, record);
  const changed = new Set(changes.map(({ label }) => label));
  return {
    title: messages.approveChange({ singular }),
    facts: [...facts.filter(({ label }) => !changed.has(label)), ...changes],
  };
}

function factsOfLines(entry: OutboxEntry): Pick<ApprovalRequest, 'title' | 'facts'> {
  const lines = withLines([entry]);
  const names = lines.flatMap(({ referenced: { student, related_record: debt } }) =>
    typeof student?.name === 'string' ? [student.name] : debt ? (nameIn(debt, 'student') ?? []) : [],
  );
  const amount = sumIfKnown(lines.map(({ body }) => readPiastres(body.paid_amount)));
  const { receipt_number: receipt } = entry.body;
  const facts: readonly (Fact | false)[] = [
    names.length > 0 && { label: messages.approveStudents, value: [...new Set(names)].join(', ') },
    typeof receipt === 'string' && { label: messages.approveReceipt, value: receipt },
    amount !== undefined && { label: messages.approveAmount, value: formatMoney(amount) },
  ];
  return { title: messages.approvePayment, facts: facts.filter((fact) => fact !== false) };
}

/** Returns the approval request for an entry that is ready to be sent; undefined for a write that cannot be approved. */
export function approvalRequestOf(
  entry: OutboxEntry & { readonly sent: NonNullable<OutboxEntry['sent']> },
): Pick<ApprovalRequest, 'title' | 'facts' | 'write'> | undefined {
  const { method, path, body, ifMatch } = entry.sent;
  if (!isApprovable(method, path)) return undefined;
  const { title, facts } = factsOf(entry);
  const { user } = bootCache();
  const who = entry.enteredBy?.name ?? [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return {
    title,
    facts: who === '' ? facts : [{ label: messages.approveWho, value: who }, ...facts],
    write: { method, path, key: entry.id, body, ifMatch },
  };
}

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
