import { connection } from '#app/data/connection.ts';
import { deviceTrouble } from '#app/data/device-trouble.ts';
import { currentOwner, type Owner } from '#app/data/session.ts';
import { withTimeout } from '#app/lib/with-timeout.ts';
import { displayDay } from '#contract/days.ts';
import { kickDrainer, tellOtherTabs } from './drain-triggers.ts';
import { type Enqueued, enqueue } from './enqueue.ts';
import { newWriteId } from './ids.ts';
import { askToKeepStorage } from './keep-storage.ts';
import { outboxDb } from './outbox-db.ts';
import { type OutboxRow, readRow } from './outbox-row.ts';
import { untilRow } from './until-row.ts';
import type { Outcome, Write } from './write.ts';

export type { Outcome, Write } from './write.ts';

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

const underWay = new Map<string, Promise<Outcome>>();
/** After a refusal the corrected form is another write: its key must be another one as well (decision 4). */
const nextKey = new Map<string, string>();

/**
 * Saves a write: stores it durably first, then sends it at once and waits a few seconds for the answer.
 * A refusal in that time is handed back and leaves nothing behind; afterwards it stays in the outbox and
 * needs a person. The same write saved twice (a double tap) is one write with one outcome. Never throws.
 */
export function save(write: Write): Promise<Outcome> {
  const running = underWay.get(write.id);
  if (running) return running;
  const id = nextKey.get(write.id) ?? write.id;
  const outcome = saveNow({ ...write, id })
    .then((reached) => {
      if (reached.outcome === 'refused') nextKey.set(write.id, newWriteId());
      return reached;
    })
    .finally(() => underWay.delete(write.id));
  underWay.set(write.id, outcome);
  return outcome;
}

async function saveNow(write: Write): Promise<Outcome> {
  const owner = currentOwner();
  if (!owner) return { outcome: 'not-stored', message: SIGNED_OUT };
  const stored = await store(owner, write);
  if (!stored)
    return { outcome: 'not-stored', message: deviceTrouble() === 'blocked' ? BLOCKED : NOT_STORED };
  if (stored.outcome === 'refused') return { outcome: 'refused', detail: stored.detail, fields: [] };
  if (stored.outcome === 'removed') {
    return { outcome: 'saved', detail: 'Removed. It had not been sent yet.' };
  }
  tellOtherTabs();
  void askToKeepStorage();
  return answerOf(stored);
}

/** Undefined where the device did not store it, or did not say so in time. */
async function store(owner: Owner, write: Write): Promise<Enqueued | undefined> {
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
}: Extract<Enqueued, { outcome: 'stored' }>): Promise<Outcome> {
  const attempted = kickDrainer();
  const settled = await untilRow(outboxDb(), seq, {
    settled: isAnswered,
    attempted,
    hopeless: () => connection() === 'offline',
    patience: FORM_WAITS,
  });
  if (settled?.state === 'done') return savedOutcome(settled);
  if (settled?.state === 'rejected') return refusedOutcome(settled, merged);
  return { outcome: 'kept', recordId };
}

const isAnswered = ({ state }: OutboxRow) => state !== 'queued' && state !== 'sending' && state !== 'unknown';

function savedOutcome({ result, detail, sent }: OutboxRow): Outcome {
  return {
    outcome: 'saved',
    ...(result && { record: result }),
    ...(detail !== undefined && { detail }),
    ...(sent?.customDate && { note: `It is dated ${displayDay(sent.customDate)}, the day it was entered.` }),
  };
}

/** The form still shows it, so the row can go; unless it holds an earlier write of the same record as well. */
async function refusedOutcome(row: OutboxRow, merged: boolean): Promise<Outcome> {
  const db = outboxDb();
  if (!merged) {
    await db
      .transaction('rw', db.outbox, async () => {
        const now = readRow(await db.outbox.get(row.seq));
        if (now.state === 'rejected' && now.id === row.id) await db.outbox.delete(row.seq);
      })
      .catch(() => undefined);
  }
  return { outcome: 'refused', detail: row.lastError, fields: row.problems };
}
