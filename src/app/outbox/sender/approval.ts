import { connection } from '#app/api/connection.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { writePolicyOf } from '#app/api/strategies.ts';
import { bootCache, lastClose, mayNow } from '#app/cache/boot-cache.ts';
import { type ApprovalRequest, type ApprovedOutcome, askManager } from '#app/lib/ask-manager.ts';
import { calendarNow, serverTime } from '#app/lib/branch-day.ts';
import { changeFacts, recordFacts } from '#app/lib/record-facts.ts';
import { withTimeout } from '#app/lib/timers.ts';
import { failsWith } from '#app/outbox/model/dependencies.ts';
import { type EntryRequest, linesOf, type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { removeRefused } from '#app/outbox/store/dependents.ts';
import { entryToStore } from '#app/outbox/store/enqueue.ts';
import { type OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { entryOfMutation, ownPending, relatedEntries } from '#app/outbox/store/stored-entries.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { isApprovable } from '#contract/approvable-writes.ts';
import { formOf } from '#contract/define-resource.ts';
import { missingPermission } from '#contract/missing-permission.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { buildRequest } from './send-entry.ts';
import { notifyOtherTabs, triggerSend } from './sender.ts';
import { waitForEntry } from './wait-for-entry.ts';

/** Shows the manager record, student, receipt, and each amount before and after (decision 143). */
function factsOf(entry: OutboxEntry): Pick<ApprovalRequest, 'title' | 'facts'> | undefined {
  const { operation, before = {}, body, referenced } = entry;
  const { kind, resource: name } = operation;
  const write = writeOf(name);
  if (write || !isResourceName(name)) return write?.approval?.(entry);
  const resource = resourceOf(name);
  const { related_record: paidFor } = referenced;
  // A refund is of the student; number, day and price of what was paid for are not its own.
  const parent = resource.givesBack && paidFor ? { student_data: paidFor.student_data ?? paidFor } : paidFor;
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

function approvalRequestOf(
  entry: OutboxEntry & { readonly sent: NonNullable<OutboxEntry['sent']> },
): Pick<ApprovalRequest, 'title' | 'facts' | 'write'> | undefined {
  const { method, path, body, ifMatch } = entry.sent;
  const asked = isApprovable(method, path) ? factsOf(entry) : undefined;
  if (!asked) return undefined;
  const { title, facts } = asked;
  const { user } = bootCache();
  const who = entry.enteredBy?.name ?? [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return {
    title,
    facts: who === '' ? facts : [{ label: messages.approveWho, value: who }, ...facts],
    write: { method, path, key: entry.id, body, ifMatch },
  };
}

/** Milliseconds that the dialog waits, longer than a request whose token must be refreshed first. */
const ATTEMPT_TIMEOUT = 45_000;

/** @param before attempts before the approved one */
async function outcomeOfAttempt(db: OutboxDb, seq: number, before: number): Promise<ApprovedOutcome> {
  notifyOtherTabs();
  const entry = await waitForEntry(db, seq, {
    settled: ({ state, attempts }) => state !== 'sending' && attempts > before,
    attempted: triggerSend(),
    isHopeless: () => connection() === 'offline',
    timeout: ATTEMPT_TIMEOUT,
  });
  if (!entry) return { problem: messages.notPending };
  const { state, uncertain, lastError } = entry;
  if (state === 'done') return { done: true };
  if (state === 'auth') return { problem: messages.signedOut };
  const isRefused = state === 'rejected' || (state === 'queued' && !uncertain);
  return { problem: (isRefused && lastError) || messages.approvalUnknown };
}

interface ApprovedWrite {
  readonly seq: number;
  readonly id: string;
  readonly sent: EntryRequest;
}

/**
 * Queues a stored entry with the approval of its next attempt (decision 190). After an unknown outcome the sender asks
 * again without the approval, under the same key.
 */
async function sendStored(
  db: OutboxDb,
  { seq, id, sent }: ApprovedWrite,
  approval: string,
): Promise<ApprovedOutcome> {
  const found = await db.transaction('rw', db.outbox, async () => {
    const stored = await db.outbox.get(seq);
    if (stored?.id !== id) return undefined;
    const entry = readEntry(stored);
    const isQueued = entry.state !== 'done' && entry.state !== 'sending' && !entry.quarantined;
    const state = entry.uncertain ? 'unknown' : 'queued';
    if (isQueued)
      await db.outbox.put({ ...entry, state, sent: entry.sent ?? sent, approval, nextAttemptAt: 0 });
    return { entry, isQueued };
  });
  if (!found) return { problem: messages.notPending };
  if (found.isQueued) return outcomeOfAttempt(db, seq, found.entry.attempts);
  return found.entry.state === 'done' ? { done: true } : { problem: messages.beingSent };
}

const operations = { create: 'create', update: 'change', delete: 'remove' } as const;

/** Undefined if the mutation is open to the user's role (decision 46). */
export async function ifForbidden(owner: Owner, mutation: Mutation): Promise<MutationOutcome | undefined> {
  const { resource, kind, before, body, needs } = mutation;
  if (needs && !mayNow(needs)) return sendApproved(owner, mutation, needs);
  const write = { operation: operations[kind], before, body };
  const author = {
    userId: owner.ownerId,
    now: serverTime(Date.now()),
    calendar: calendarNow(),
    closedAt: lastClose(owner),
  };
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

/** Milliseconds to wait for the device's database. */
const READ_TIMEOUT = 8_000;

/**
 * Undefined if the database does not answer in time. Otherwise the entry of the mutation, if it was stored before, and
 * the entries that it may have to wait for.
 */
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

/** A write that certainly did not happen leaves the outbox, because the form still holds it. */
async function outcomeOf(db: OutboxDb, id: string, refusal: MutationOutcome): Promise<MutationOutcome> {
  const stored = await db.transaction('rw', db.outbox, async () => {
    const found = await db.outbox.where({ id }).first();
    const isFree = found && (found.state === 'rejected' || found.state === 'queued');
    if (!isFree || found.uncertain) return found;
    await removeRefused(db, readEntry(found));
    return undefined;
  });
  if (!stored) return refusal;
  const { state, result, detail, operation } = readEntry(stored);
  if (state !== 'done') return { outcome: 'queued', recordId: operation.recordId };
  return { outcome: 'saved', ...(result && { record: result }), ...(detail !== undefined && { detail }) };
}

/**
 * Sends a mutation with a manager's approval while its form waits (decision 46). It is stored once it is approved, so
 * that an attempt of unknown outcome keeps its key and its bytes (decision 145). Without a connection, or on a server
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
  const writes = writePolicyOf(branch);
  const now = Date.now();
  const related = await readRelated(db, owner, mutation);
  if (!related) return { outcome: 'not-stored', message: messages.notStored };
  // An attempt of it was made before: it is asked again under its key.
  if (related.known) return undefined;
  const entry = entryToStore(mutation, owner, related.earlier, now);
  if (mutation.replaces !== undefined || entry.dependsOn.length > 0) return refused(messages.approvalWaits);
  const sent = buildRequest(entry, now, writes);
  let seq: number | undefined;

  const send = async (approval: string): Promise<ApprovedOutcome> => {
    if (currentOwner()?.ownerId !== owner.ownerId) return { problem: messages.signedOut };
    if (seq !== undefined) return sendStored(db, { seq, id: entry.id, sent }, approval);
    try {
      seq = await db.outbox.add({ ...entry, sent, approval });
    } catch {
      return { problem: messages.notStored };
    }
    return outcomeOfAttempt(db, seq, 0);
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

/**
 * Sends an entry that was refused for the user's role, with a manager's approval and under its own key (decision 46).
 * Until then it stays in the outbox.
 * @returns whether it is done
 * @throws {Error} with a sentence to show, when it cannot be sent now
 */
export async function sendWithApproval(entryId: string): Promise<boolean> {
  const db = outboxDb();
  const owner = currentOwner();
  const pending = await ownPending(db);
  const entry = pending.find(({ id }) => id === entryId);
  const { branch } = bootCache();
  if (!owner || !entry) throw new Error(messages.notPending);
  if (!branch?.approvals) throw new Error(messages.noApprovals);
  const sentence = entry.lastError ?? messages.noApprovals;
  if (connection() === 'offline') throw new Error(messages.approvalNeedsConnection({ sentence }));
  if (pending.some((other) => entry.dependsOn.includes(other.id) && failsWith(entry, other)))
    throw new Error(messages.approvalWaits);
  const writes = writePolicyOf(branch);
  const sent = { ...entry, sent: entry.sent ?? buildRequest(entry, Date.now(), writes) };
  const asked = approvalRequestOf(sent);
  if (!asked) throw new Error(messages.noApprovals);
  return askManager({
    sentence,
    ...asked,
    send: async (approval) =>
      currentOwner()?.ownerId === owner.ownerId
        ? sendStored(db, sent, approval)
        : { problem: messages.signedOut },
  });
}
