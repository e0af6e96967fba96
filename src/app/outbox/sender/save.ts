import { connection } from '#app/api/connection.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { storageProblem } from '#app/lib/storage-problem.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { displayDay } from '#contract/days.ts';
import { messages } from '../messages.ts';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import { newMutationId } from '../model/ids.ts';
import type { Mutation, MutationOutcome } from '../model/mutation.ts';
import { type EnqueueResult, enqueue } from '../store/enqueue.ts';
import { outboxDb } from '../store/outbox-db.ts';
import { requestPersistentStorage } from '../store/persistent-storage.ts';
import { sendDirectly } from './send-directly.ts';
import { notifyOtherTabs, triggerSend } from './triggers.ts';
import { waitForEntry } from './wait-for-entry.ts';

/**
 * Limits how long a form waits for the server, in milliseconds; then it closes with "saved on this device".
 */
const FORM_TIMEOUT = 4_000;
/** Limits how long it waits for IndexedDB, in milliseconds. */
const STORE_TIMEOUT = 8_000;

const inProgress = new Map<string, Promise<MutationOutcome>>();
/**
 * Stores the next key per mutation id. After a rejection the corrected form is another mutation and needs a
 * new key (decision 4).
 */
const nextKey = new Map<string, string>();

/**
 * Saves a mutation: stores it durably, then sends it and waits a few seconds for the answer. A rejection
 * within that time is returned and leaves nothing behind; a later one stays in the outbox for the user. Two
 * calls with the same mutation (a double tap) share one outcome. Never throws.
 */
export function save(mutation: Mutation): Promise<MutationOutcome> {
  const running = inProgress.get(mutation.id);
  if (running) return running;
  const id = nextKey.get(mutation.id) ?? mutation.id;
  const outcome = saveNow({ ...mutation, id })
    .then((settled) => {
      if (settled.outcome === 'rejected') nextKey.set(mutation.id, newMutationId());
      return settled;
    })
    .finally(() => inProgress.delete(mutation.id));
  inProgress.set(mutation.id, outcome);
  return outcome;
}

async function saveNow(mutation: Mutation): Promise<MutationOutcome> {
  const owner = currentOwner();
  if (!owner) return { outcome: 'not-stored', message: messages.signedOut };
  const stored = await store(owner, mutation);
  if (!stored) return notStored(owner, mutation);
  if (stored.outcome === 'rejected') return { outcome: 'rejected', detail: stored.detail, fields: [] };
  if (stored.outcome === 'unchanged') return { outcome: 'saved', detail: messages.nothingToChange };
  if (stored.outcome === 'removed') {
    return { outcome: 'saved', detail: messages.removedUnsent };
  }
  notifyOtherTabs();
  void requestPersistentStorage();
  return waitForAnswer(stored);
}

/** Sends the mutation directly if the database does not open (fault 68); otherwise says why nothing is saved. */
async function notStored(owner: Owner, mutation: Mutation): Promise<MutationOutcome> {
  const message = storageProblem() === 'blocked' ? messages.upgradeBlocked : messages.notStored;
  const direct = storageProblem() === 'broken' ? await sendDirectly(owner, mutation) : undefined;
  return direct ?? { outcome: 'not-stored', message };
}

/** Stores the mutation; undefined if the device could not, or did not in time. */
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
    settled: isAnswered,
    attempted,
    isHopeless: () => connection() === 'offline',
    timeout: FORM_TIMEOUT,
  });
  if (settled?.state === 'done') return savedOutcome(settled);
  if (settled?.state === 'rejected') return rejectedOutcome(settled, merged);
  return { outcome: 'queued', recordId };
}

const isAnswered = ({ state }: OutboxEntry) =>
  state !== 'queued' && state !== 'sending' && state !== 'unknown';

function savedOutcome({ result, detail, sent }: OutboxEntry): MutationOutcome {
  return {
    outcome: 'saved',
    ...(result && { record: result }),
    ...(detail !== undefined && { detail }),
    ...(sent?.customDate && { note: messages.datedWhenEntered({ day: displayDay(sent.customDate) }) }),
  };
}

/**
 * Removes the rejected entry, because the form still shows it; unless an earlier mutation was merged into it.
 */
async function rejectedOutcome(entry: OutboxEntry, merged: boolean): Promise<MutationOutcome> {
  const db = outboxDb();
  if (!merged) {
    await db
      .transaction('rw', db.outbox, async () => {
        const current = readEntry(await db.outbox.get(entry.seq));
        if (current.state === 'rejected' && current.id === entry.id) await db.outbox.delete(entry.seq);
      })
      .catch(() => undefined);
  }
  const { lastError, problems, changedMeanwhile } = entry;
  return {
    outcome: 'rejected',
    detail: lastError,
    fields: problems,
    ...(changedMeanwhile && { changedMeanwhile }),
  };
}
