import { connection } from '#app/api/connection.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { storageProblem } from '#app/lib/storage-problem.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { displayDay } from '#contract/days.ts';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import { newMutationId } from '../model/ids.ts';
import type { Mutation, MutationOutcome } from '../model/mutation.ts';
import { type EnqueueResult, enqueue } from '../store/enqueue.ts';
import { outboxDb } from '../store/outbox-db.ts';
import { requestPersistentStorage } from '../store/persistent-storage.ts';
import { notifyOtherTabs, triggerSend } from './triggers.ts';
import { waitForEntry } from './wait-for-entry.ts';

export type { Mutation as Write, MutationOutcome as Outcome } from '../model/mutation.ts';

/** How long a form waits for the host before it closes with "saved on this device" (milliseconds). */
const FORM_WAITS = 4_000;
/** How long it waits for this device's own database. */
const DEVICE_WAITS = 8_000;

const SIGNED_OUT =
  'You are signed out. Sign in again in another tab, then save here: nothing of this form is lost.';
const NOT_STORED =
  'This device could not store it, so it is not saved. Free some space or leave private browsing, then save again.';
const BLOCKED =
  'It is not saved: another window of Branch Desk, of an older version, holds what is stored on this device. Close or reload that window, then save again.';

const underWay = new Map<string, Promise<MutationOutcome>>();
/** After a refusal the corrected form is another write: its key must be another one as well (decision 4). */
const nextKey = new Map<string, string>();

/**
 * Saves a write: stores it durably first, then sends it at once and waits a few seconds for the answer.
 * A refusal in that time is handed back and leaves nothing behind; afterwards it stays in the outbox and
 * needs a person. The same write saved twice (a double tap) is one write with one outcome. Never throws.
 */
export function save(write: Mutation): Promise<MutationOutcome> {
  const running = underWay.get(write.id);
  if (running) return running;
  const id = nextKey.get(write.id) ?? write.id;
  const outcome = saveNow({ ...write, id })
    .then((reached) => {
      if (reached.outcome === 'refused') nextKey.set(write.id, newMutationId());
      return reached;
    })
    .finally(() => underWay.delete(write.id));
  underWay.set(write.id, outcome);
  return outcome;
}

async function saveNow(write: Mutation): Promise<MutationOutcome> {
  const owner = currentOwner();
  if (!owner) return { outcome: 'not-stored', message: SIGNED_OUT };
  const stored = await store(owner, write);
  if (!stored)
    return { outcome: 'not-stored', message: storageProblem() === 'blocked' ? BLOCKED : NOT_STORED };
  if (stored.outcome === 'refused') return { outcome: 'refused', detail: stored.detail, fields: [] };
  if (stored.outcome === 'removed') {
    return { outcome: 'saved', detail: 'Removed. It had not been sent yet.' };
  }
  notifyOtherTabs();
  void requestPersistentStorage();
  return answerOf(stored);
}

/** Undefined where the device did not store it, or did not say so in time. */
async function store(owner: Owner, write: Mutation): Promise<EnqueueResult | undefined> {
  let givenUp = false;
  const stored = Promise.resolve()
    .then(() => enqueue(outboxDb(), owner, write, Date.now(), () => givenUp))
    .catch(() => undefined);
  return withTimeout(stored, DEVICE_WAITS, () => {
    givenUp = true;
    return undefined;
  });
}

async function answerOf({
  seq,
  recordId,
  merged,
}: Extract<EnqueueResult, { outcome: 'stored' }>): Promise<MutationOutcome> {
  const attempted = triggerSend();
  const settled = await waitForEntry(outboxDb(), seq, {
    settled: isAnswered,
    attempted,
    hopeless: () => connection() === 'offline',
    patience: FORM_WAITS,
  });
  if (settled?.state === 'done') return savedOutcome(settled);
  if (settled?.state === 'rejected') return refusedOutcome(settled, merged);
  return { outcome: 'kept', recordId };
}

const isAnswered = ({ state }: OutboxEntry) =>
  state !== 'queued' && state !== 'sending' && state !== 'unknown';

function savedOutcome({ result, detail, sent }: OutboxEntry): MutationOutcome {
  return {
    outcome: 'saved',
    ...(result && { record: result }),
    ...(detail !== undefined && { detail }),
    ...(sent?.customDate && { note: `It is dated ${displayDay(sent.customDate)}, the day it was entered.` }),
  };
}

/** The form still shows it, so the row can go; unless it holds an earlier write of the same record as well. */
async function refusedOutcome(row: OutboxEntry, merged: boolean): Promise<MutationOutcome> {
  const db = outboxDb();
  if (!merged) {
    await db
      .transaction('rw', db.outbox, async () => {
        const now = readEntry(await db.outbox.get(row.seq));
        if (now.state === 'rejected' && now.id === row.id) await db.outbox.delete(row.seq);
      })
      .catch(() => undefined);
  }
  return { outcome: 'refused', detail: row.lastError, fields: row.problems };
}
