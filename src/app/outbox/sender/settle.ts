import { backoff } from '#app/api/backoff.ts';
import { nextTimestamp } from '#app/lib/logical-clock.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry, StoredEntry } from '../model/entry.ts';
import { rewrittenParts } from '../model/rewrite-ids.ts';
import { forgetOptimisticValues } from '../store/forget-optimistic.ts';
import type { OutboxDb } from '../store/outbox-db.ts';
import { storedEntries } from '../store/queries.ts';
import type { SendResult } from './send-entry.ts';

type Settled = SendResult | { readonly kind: 'not-sent' };

export interface BackoffInputs {
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** A claimed row that was never given to the network after all: as if it had not been claimed. */
function unclaimed(row: Omit<StoredEntry, 'claim'>): StoredEntry {
  const state = row.uncertain ? 'unknown' : 'queued';
  if (row.attempts > 1) return { ...row, state, attempts: row.attempts - 1 };
  return { ...row, state, attempts: 0, sent: undefined, firstSentAt: undefined };
}

/** The row after a verdict. @param moment `tick` of this commit */
function settledRow(
  row: StoredEntry,
  verdict: Settled,
  moment: number,
  { now, random }: BackoffInputs,
): StoredEntry {
  const { claim: _, ...open } = row;
  switch (verdict.kind) {
    case 'not-sent':
      return unclaimed(open);
    case 'done':
      return {
        ...open,
        state: 'done',
        acknowledgedAt: moment,
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

/** A row that was claimed, and what its try has brought. */
export interface SendAttempt {
  readonly row: OutboxEntry;
  readonly verdict: Settled;
}

/**
 * Writes down what tries in one person's name have brought, of each whose claim still stands: a tab that was frozen and whose row another one has taken
 * meanwhile changes nothing. Runs inside the caller's transaction, over `outbox` and `idMap`, so that the host's ids, the rewritten
 * dependants and the acknowledgements are one commit. All of them at once: what comes back while hundreds are sent costs a few
 * requests to the database, not a few for each.
 * @returns whether anything came of them but acknowledgements that touch no other row: what was known of the rows is outdated then
 */
export async function settle(
  db: OutboxDb,
  back: readonly SendAttempt[],
  chances: BackoffInputs,
): Promise<boolean> {
  if (back.length === 0) return false;
  const stored = await storedEntries(
    db,
    back.map(({ row }) => row.seq),
  );
  const moment = nextTimestamp();
  const standing = back.flatMap(({ row: claimed, verdict }, at) => {
    const row = stored[at];
    return row && claimStands(row, claimed) ? [{ row, verdict }] : [];
  });
  await db.outbox.bulkPut(standing.map(({ row, verdict }) => settledRow(row, verdict, moment, chances)));
  for (const { row, verdict } of standing)
    if (verdict.kind === 'rejected') await forgetOptimisticValues(db, row);
  const unknownPerson = standing.find(({ verdict }) => verdict.kind === 'sign-in');
  if (unknownPerson) await pauseForSignIn(db, unknownPerson.row.ownerId);
  const done = standing.flatMap(({ row, verdict }) =>
    verdict.kind === 'done' ? [{ row, hostId: verdict.result?.id }] : [],
  );
  const released = await releaseDependants(db, done);
  return released || done.length < back.length;
}

function claimStands(row: StoredEntry, claimed: OutboxEntry): boolean {
  if (row.id !== claimed.id || row.state === 'done') return false;
  return row.claim !== undefined && row.claim.token === claimed.claim?.token;
}

/**
 * Takes a row as carried out on a person's word: they have seen its record at the host, or that it is gone there. A claim that
 * still stands is void then. Runs inside the caller's transaction, over `outbox` and `idMap`.
 */
export async function settleAsDone(
  db: OutboxDb,
  row: OutboxEntry,
  seen: RecordRow | undefined,
): Promise<void> {
  const stored = await db.outbox.get(row.seq);
  if (!stored || stored.id !== row.id || stored.state === 'done') return;
  const word: SendResult = { kind: 'done', ...(seen && { result: seen }) };
  await db.outbox.put(settledRow(stored, word, nextTimestamp(), { now: Date.now, random: Math.random }));
  await releaseDependants(db, [{ row: stored, hostId: seen?.id }]);
}

interface Done {
  readonly row: StoredEntry;
  readonly hostId: string | undefined;
}

/** What waited for these need not any more, and learns the ids that the host gave them. @returns whether there was any */
async function releaseDependants(db: OutboxDb, done: readonly Done[]): Promise<boolean> {
  if (done.length === 0) return false;
  const named = done.flatMap(({ row: { operation, ownerId }, hostId }) =>
    operation.kind === 'create' && hostId !== undefined
      ? [{ temporaryId: operation.recordId, serverId: hostId, ownerId }]
      : [],
  );
  await db.idMap.bulkPut(named);
  const settled = new Set(done.map(({ row }) => row.id));
  const ids = new Map(named.map(({ temporaryId, serverId }) => [temporaryId, serverId]));
  const count = await db.outbox
    .where('dependsOn')
    .anyOf([...settled])
    .distinct()
    .modify((row) => {
      row.dependsOn = row.dependsOn.filter((id) => !settled.has(id));
      if (ids.size > 0)
        Object.assign(
          row,
          rewrittenParts(row, (id) => ids.get(id)),
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
