import { isNetworkFailure } from '#app/api/api-error.ts';
import { connection } from '#app/api/connection.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { writePolicyOf } from '#app/api/strategies.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { nextTimestamp } from '#app/lib/clock.ts';
import { storageProblem } from '#app/lib/storage-problem.ts';
import { withTimeout } from '#app/lib/timers.ts';
import { failsWith } from '#app/outbox/model/dependencies.ts';
import { isPending, type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import { paidBackFor } from '#app/outbox/model/given-back.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { removeRefused } from '#app/outbox/store/dependents.ts';
import { type EnqueueResult, enqueue } from '#app/outbox/store/enqueue.ts';
import { newEntry } from '#app/outbox/store/entry-change.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { outboxView, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { requestPersistentStorage } from '#app/outbox/store/persistent-storage.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { displayDay } from '#contract/days.ts';
import { WHOLE } from '#contract/errors.ts';
import { buildRequest, sendEntry } from './send-entry.ts';
import { notifyOtherTabs, triggerSend } from './sender.ts';
import { settledEntry } from './settle.ts';
import { waitForEntry } from './wait-for-entry.ts';

/** Milliseconds that a form waits for the server; then it closes with "saved on this device". */
const FORM_TIMEOUT = 4_000;
/** Milliseconds that a form waits for IndexedDB. */
const STORE_TIMEOUT = 8_000;

const inProgress = new Map<string, Promise<MutationOutcome>>();
/** By mutation id. After a rejection the corrected form is another mutation and needs a new key (decision 4). */
const nextIds = new Map<string, Pick<Mutation, 'id' | 'rejectedIds'>>();

/**
 * Stores a mutation durably, then sends it and waits a few seconds for the answer. A rejection within that time is
 * returned. It stays in the outbox for the user, as a later one does, unless the caller confirms that it was shown. Two
 * calls with the same mutation (a double tap) share one outcome. Never throws.
 */
export function save(mutation: Mutation): Promise<MutationOutcome> {
  const running = inProgress.get(mutation.id);
  if (running) return running;
  const attempt = { ...mutation, ...nextIds.get(mutation.id) };
  const outcome = saveNow(attempt)
    .then((settled) => {
      if (settled.outcome === 'rejected') {
        const rejectedIds = [...(attempt.rejectedIds ?? []), attempt.id];
        nextIds.set(mutation.id, { id: newMutationId(), rejectedIds });
      }
      return settled;
    })
    .finally(() => inProgress.delete(mutation.id));
  inProgress.set(mutation.id, outcome);
  return outcome;
}

async function saveNow(mutation: Mutation): Promise<MutationOutcome> {
  const owner = currentOwner();
  if (!owner) return { outcome: 'not-stored', message: messages.signedOut };
  const forbidden = bootCache().user?.permissions && (await ifForbidden(owner, mutation));
  if (forbidden) return forbidden;
  const stored = await store(owner, mutation);
  if (!stored) return notStored(owner, mutation);
  if (stored.outcome === 'rejected') {
    return { outcome: 'rejected', detail: stored.detail, fields: [], confirmShown: nothingToRemove };
  }
  if (stored.outcome === 'unchanged') return { outcome: 'saved', detail: messages.nothingToChange };
  if (stored.outcome === 'removed') {
    return { outcome: 'saved', detail: messages.removedBeforeSending };
  }
  notifyOtherTabs();
  void requestPersistentStorage();
  return waitForAnswer(stored);
}

/**
 * A mutation that is closed to the user's role is not even queued, but a manager may approve it (decision 46). If the
 * code does not load, the server decides.
 */
async function ifForbidden(owner: Owner, mutation: Mutation): Promise<MutationOutcome | undefined> {
  const loaded = await import('./approval.ts').catch(() => undefined);
  return loaded?.ifForbidden(owner, mutation);
}

async function notStored(owner: Owner, mutation: Mutation): Promise<MutationOutcome> {
  const problem = storageProblem();
  const message = problem === 'blocked' ? messages.upgradeBlocked : messages.notStored;
  if (problem !== 'slow' && problem !== 'broken') return { outcome: 'not-stored', message };
  return (await sendUnstored(owner, mutation)) ?? { outcome: 'not-stored', message };
}

async function store(owner: Owner, mutation: Mutation): Promise<EnqueueResult | undefined> {
  let timedOut = false;
  const stored = Promise.resolve()
    .then(() => enqueue(outboxDb(), owner, mutation, Date.now(), () => timedOut))
    .catch(() => undefined);
  return withTimeout(stored, STORE_TIMEOUT, () => {
    timedOut = true;
    return undefined;
  });
}

async function waitForAnswer({
  seq,
  recordId,
  merged,
}: Extract<EnqueueResult, { outcome: 'stored' }>): Promise<MutationOutcome> {
  const attempted = triggerSend();
  const settled = await waitForEntry(outboxDb(), seq, {
    settled: (entry) => isAnswered(entry) || wasUnreached(entry),
    attempted,
    isHopeless: () => connection() === 'offline',
    timeout: FORM_TIMEOUT,
  });
  if (settled?.state === 'done') return savedOutcome(settled);
  // One whose earlier attempt may have arrived stays in the outbox: the form must not send it under a new key.
  if (settled?.state === 'rejected' && !settled.uncertain) {
    // An earlier mutation is part of a merged entry, and no form holds that one.
    const remove = merged ? nothingToRemove : () => removeRejected(settled);
    return (await approvedMeanwhile(settled)) ?? rejectedOutcome(settled, remove);
  }
  return { outcome: 'queued', recordId };
}

/**
 * Only the server knows whose money goes back, so its refusal for the role opens the approval that other writes are
 * asked for before they are sent (decisions 46 and 131). Undefined without it.
 */
async function approvedMeanwhile(entry: OutboxEntry): Promise<MutationOutcome | undefined> {
  if (entry.lastStatus !== 403 || !paidBackFor(entry) || bootCache().branch?.approvals !== true)
    return undefined;
  try {
    const { sendWithApproval } = await import('./approval.ts');
    if (!(await sendWithApproval(entry.id))) return undefined;
    const stored = await outboxDb().outbox.get(entry.seq);
    const done = stored && readEntry(stored);
    return done?.state === 'done' ? savedOutcome(done) : undefined;
  } catch {
    return undefined;
  }
}

const isAnswered = ({ state }: OutboxEntry) =>
  state !== 'queued' && state !== 'sending' && state !== 'unknown';

/** Its attempt did not reach the server. Another request may have, meanwhile. */
const wasUnreached = ({ state, nextAttemptAt, lastStatus }: OutboxEntry) =>
  state !== 'sending' && nextAttemptAt > 0 && isNetworkFailure(lastStatus);

function savedOutcome({ result, detail, sent }: OutboxEntry): Extract<MutationOutcome, { outcome: 'saved' }> {
  return {
    outcome: 'saved',
    ...(result && { record: result }),
    ...(detail !== undefined && { detail }),
    ...(sent?.customDate && { note: messages.datedWhenEntered({ day: displayDay(sent.customDate) }) }),
  };
}

function rejectedOutcome(entry: OutboxEntry, confirmShown: () => Promise<void>): MutationOutcome {
  const { lastError, problems, changedMeanwhile } = entry;
  return {
    outcome: 'rejected',
    detail: lastError,
    fields: problems.filter(({ field }) => field !== WHOLE),
    ...(changedMeanwhile && { changedMeanwhile }),
    confirmShown,
  };
}

const nothingToRemove = () => Promise.resolve();

async function removeRejected(entry: OutboxEntry): Promise<void> {
  const { seq, id } = entry;
  const db = outboxDb();
  await db
    .transaction('rw', db.outbox, async () => {
      const stored = await db.outbox.get(seq);
      if (stored?.id === id && stored.state === 'rejected' && !stored.uncertain)
        await removeRefused(db, entry);
    })
    .catch(() => undefined);
}

/**
 * The sender's attempt without its store, while the form waits (fault 68): the request carries the key of the form, so
 * a second press is recorded once, and nothing is kept here.
 * @returns undefined where it cannot be sent; then nothing was recorded
 */
async function sendUnstored(owner: Owner, mutation: Mutation): Promise<MutationOutcome | undefined> {
  const { branch } = bootCache();
  if (connection() === 'offline' || branch?.idempotency !== true) return undefined;
  // A change must be compared by the server: the device would need its database.
  if (mutation.replaces !== undefined || (mutation.kind !== 'create' && !branch.merges)) return undefined;
  const view = outboxView();
  const pending: OutboxEntry = { ...newEntry(mutation, owner, [], Date.now()), seq: view.rows.length + 1 };
  if (view.rows.some((other) => isPending(other) && failsWith(pending, other))) return undefined;
  const writes = writePolicyOf(branch);
  const claimed = { ...pending, attempts: 1, firstSentAt: nextTimestamp() };
  const sent = { ...claimed, sent: buildRequest(claimed, Date.now(), writes) };
  const entry = settledEntry(sent, await sendEntry(sent, { db: outboxDb(), owner, writes }), nextTimestamp());
  if (entry.state === 'done') {
    publishOutbox({ ...view, rows: [...view.rows, entry], loaded: true });
    return { ...savedOutcome(entry), note: messages.sentDirectly };
  }
  if (entry.state === 'auth') return { outcome: 'not-stored', message: messages.signedOut };
  // The key was used: the first press arrived, and this is another content under it.
  if (entry.lastStatus === 422) return { outcome: 'not-stored', message: messages.directRecordedBefore };
  if (entry.state === 'rejected') return rejectedOutcome(entry, nothingToRemove);
  return { outcome: 'not-stored', message: messages.directUnknown };
}
