import { tick } from '#app/data/device-clock.ts';
import type { RecordRow } from '#app/data/record-row.ts';
import { backoff } from './backoff.ts';
import { forgetExpected } from './forget-expected.ts';
import type { OutboxDb } from './outbox-db.ts';
import type { OutboxRow, StoredRow } from './outbox-row.ts';
import { rewrittenParts } from './rewrite-ids.ts';
import type { Verdict } from './send-row.ts';

type Settled = Verdict | { readonly kind: 'not-sent' };

export interface Chances {
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** A claimed row that was never given to the network after all: as if it had not been claimed. */
function unclaimed(row: Omit<StoredRow, 'claim'>): StoredRow {
  const state = row.uncertain ? 'unknown' : 'queued';
  if (row.attempts > 1) return { ...row, state, attempts: row.attempts - 1 };
  return { ...row, state, attempts: 0, sent: undefined, firstSentAt: undefined };
}

/** The row after a verdict. */
function settledRow(row: StoredRow, verdict: Settled, { now, random }: Chances): StoredRow {
  const { claim: _, ...open } = row;
  switch (verdict.kind) {
    case 'not-sent':
      return unclaimed(open);
    case 'done':
      return {
        ...open,
        state: 'done',
        acknowledgedAt: tick(),
        uncertain: false,
        asksPerson: false,
        result: verdict.result,
        detail: verdict.detail,
        lastError: undefined,
        problems: [],
      };
    case 'again': {
      const uncertain = row.uncertain || verdict.uncertain;
      return {
        ...open,
        state: uncertain ? 'unknown' : 'queued',
        uncertain,
        nextAttemptAt: now() + backoff(row.attempts, random(), verdict.retryAfterSeconds),
        lastStatus: verdict.status,
        lastError: verdict.message,
      };
    }
    case 'sign-in':
      return { ...open, state: 'auth', lastStatus: 401, lastError: 'Waiting for you to sign in.' };
    case 'rejected':
      return {
        ...open,
        state: 'rejected',
        uncertain: false,
        asksPerson: false,
        lastStatus: verdict.status,
        lastError: verdict.message,
        refusedAt: now(),
        problems: [...verdict.fields],
      };
  }
}

/**
 * Writes down what a try has brought, if the claim still stands: a tab that was frozen and whose row another
 * one has taken meanwhile changes nothing. Runs inside the caller's transaction, so that the host's id, the
 * rewritten dependants and the acknowledgement are one commit.
 * @returns whether other rows may have changed with it; undefined where the claim was lost
 */
export async function settle(
  db: OutboxDb,
  claimed: OutboxRow,
  verdict: Settled,
  chances: Chances,
): Promise<boolean | undefined> {
  const row = await db.outbox.get(claimed.seq);
  if (!row || row.id !== claimed.id || row.state === 'done') return undefined;
  if (row.claim === undefined || row.claim.token !== claimed.claim?.token) return undefined;
  await db.outbox.put(settledRow(row, verdict, chances));
  if (verdict.kind === 'sign-in') {
    await pauseForSignIn(db, row.ownerId);
    return true;
  }
  if (verdict.kind === 'rejected') await forgetExpected(db, row);
  if (verdict.kind !== 'done') return verdict.kind === 'rejected';
  return releaseDependants(db, row, verdict.result?.id);
}

/**
 * Takes a row as carried out on a person's word: they have seen its record at the host, or that it is gone there. A claim that
 * still stands is void then. Runs inside the caller's transaction, over `outbox` and `idMap`.
 */
export async function settleByHand(db: OutboxDb, row: OutboxRow, seen: RecordRow | undefined): Promise<void> {
  const stored = await db.outbox.get(row.seq);
  if (!stored || stored.id !== row.id || stored.state === 'done') return;
  const word: Verdict = { kind: 'done', ...(seen && { result: seen }) };
  await db.outbox.put(settledRow(stored, word, { now: Date.now, random: Math.random }));
  await releaseDependants(db, stored, seen?.id);
}

async function releaseDependants(
  db: OutboxDb,
  done: StoredRow,
  hostId: string | undefined,
): Promise<boolean> {
  const { recordId: temporaryId, kind } = done.operation;
  const named = kind === 'create' && hostId !== undefined;
  if (named) await db.idMap.put({ temporaryId, serverId: hostId, ownerId: done.ownerId });
  const count = await db.outbox
    .where('dependsOn')
    .equals(done.id)
    .modify((row) => {
      row.dependsOn = row.dependsOn.filter((id) => id !== done.id);
      if (named)
        Object.assign(
          row,
          rewrittenParts(row, (id) => (id === temporaryId ? hostId : undefined)),
        );
    });
  return count > 0;
}

/** Until their owner has signed in again, none of the rows is tried. */
export async function pauseForSignIn(db: OutboxDb, ownerId: string): Promise<void> {
  await db.outbox
    .where('[ownerId+state]')
    .anyOf([
      [ownerId, 'queued'],
      [ownerId, 'unknown'],
    ])
    .modify({ state: 'auth' });
}

/** The owner is here again: their rows go on where they were. */
export async function resumeAfterSignIn(db: OutboxDb, ownerId: string): Promise<void> {
  await db.transaction('rw', db.outbox, () =>
    db.outbox
      .where('[ownerId+state]')
      .equals([ownerId, 'auth'])
      .modify((row) => {
        row.state = row.uncertain ? 'unknown' : 'queued';
        row.nextAttemptAt = 0;
      }),
  );
}
