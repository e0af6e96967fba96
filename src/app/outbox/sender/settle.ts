import { backoff } from '#app/api/backoff.ts';
import type { Owner } from '#app/api/session.ts';
import type { WritePolicy } from '#app/api/strategies.ts';
import { knownTime, nextTimestamp } from '#app/lib/clock.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { ChangedMeanwhile, OutboxEntry, StoredEntry } from '#app/outbox/model/entry.ts';
import { entityKey } from '#app/outbox/model/ids.ts';
import { rejectDependents } from '#app/outbox/store/dependents.ts';
import { forgetExpected, withVersionOf } from '#app/outbox/store/entry-change.ts';
import type { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { storedEntries } from '#app/outbox/store/stored-entries.ts';
import { messages } from '#app/outbox/texts.en.ts';
import type { Problem } from '#contract/problems.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { AnsweredRecord } from '#contract/writes/answer.ts';

export type SendResult =
  | {
      readonly kind: 'succeeded';
      readonly result?: RecordRow | undefined;
      readonly records?: readonly AnsweredRecord[];
      readonly detail?: string | undefined;
    }
  | {
      readonly kind: 'retry';
      readonly mayHaveCommitted: boolean;
      readonly status?: number;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: 'unauthenticated' }
  | {
      readonly kind: 'rejected';
      readonly status?: number;
      readonly message: string;
      readonly problems: readonly Problem[];
      readonly changedMeanwhile?: ChangedMeanwhile | undefined;
    };

export interface SendContext {
  readonly db: OutboxDb;
  readonly owner: Owner;
  readonly writes: WritePolicy;
}

type AttemptResult = SendResult | { readonly kind: 'cancelled' };

export interface BackoffInputs {
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  /** From 0 up to 1, exclusive. */
  readonly random: () => number;
}

function cancelledEntry(entry: Omit<StoredEntry, 'claim'>): StoredEntry {
  const state = entry.uncertain ? 'unknown' : 'queued';
  if (entry.attempts > 1) return { ...entry, state, attempts: entry.attempts - 1 };
  return { ...entry, state, attempts: 0, sent: undefined, firstSentAt: undefined };
}

/**
 * The server looks a key up before it decides, so most refusals prove that no attempt under this key was performed
 * (decision 145). Exceptions: the attempt lacked the approval of an earlier one (403), the key was used (422), the
 * server does not know the call (404 of a create), or the device itself refused.
 */
function provesNothingWritten(
  { operation }: Pick<StoredEntry, 'operation'>,
  status: number | undefined,
): boolean {
  if (status === undefined || status === 403 || status === 422) return false;
  return status !== 404 || operation.kind !== 'create';
}

export function settledEntry(
  entry: StoredEntry,
  sendResult: AttemptResult,
  timestamp: number,
  { now, random }: BackoffInputs = { now: Date.now, random: Math.random },
): StoredEntry {
  const { claim: _, ...unclaimed } = entry;
  switch (sendResult.kind) {
    case 'cancelled':
      return cancelledEntry(unclaimed);
    case 'succeeded':
      return {
        ...unclaimed,
        ...(sendResult.result &&
          isNamedOtherwise(entry, sendResult.result) &&
          underId(entry, sendResult.result)),
        state: 'done',
        acknowledgedAt: timestamp,
        acknowledgedTime: knownTime(),
        uncertain: false,
        asksPerson: false,
        result: sendResult.result,
        records: sendResult.records && [...sendResult.records],
        detail: sendResult.detail,
        lastError: undefined,
        problems: [],
      };
    case 'retry': {
      const uncertain = entry.uncertain || sendResult.mayHaveCommitted;
      return {
        ...unclaimed,
        state: uncertain ? 'unknown' : 'queued',
        uncertain,
        nextAttemptAt: now() + backoff(entry.attempts, random(), sendResult.retryAfterSeconds),
        lastStatus: sendResult.status,
        lastError: sendResult.message,
      };
    }
    case 'unauthenticated':
      return { ...unclaimed, state: 'auth', lastStatus: 401, lastError: messages.waitsForSignIn };
    case 'rejected':
      return {
        ...unclaimed,
        state: 'rejected',
        uncertain: entry.uncertain && !provesNothingWritten(entry, sendResult.status),
        asksPerson: false,
        lastStatus: sendResult.status,
        lastError: sendResult.message,
        refusedAt: now(),
        problems: sendResult.problems,
        changedMeanwhile: sendResult.changedMeanwhile,
      };
  }
}

/** The server has not performed it, so the approval is still unused. */
const withUnusedApproval = (settled: StoredEntry, { approval, sent }: OutboxEntry): StoredEntry =>
  approval !== undefined && settled.state === 'queued' ? { ...settled, approval, sent } : settled;

export interface SendAttempt {
  readonly entry: OutboxEntry;
  readonly sendResult: AttemptResult;
}

/**
 * Stores the results of a batch of attempts of one owner. Results whose claim another tab has taken over are ignored
 * (fault 10). Runs inside the caller's transaction over `outbox`, so that acknowledgements and released dependents are
 * one commit. It takes a few database requests per batch, not per entry.
 * @returns whether entries other than the acknowledged ones changed, so that entries read before are outdated
 */
export async function settle(
  db: OutboxDb,
  attempts: readonly SendAttempt[],
  backoffInputs: BackoffInputs,
): Promise<boolean> {
  if (attempts.length === 0) return false;
  const stored = await storedEntries(
    db,
    attempts.map(({ entry }) => entry.seq),
  );
  const timestamp = nextTimestamp();
  const valid = attempts.flatMap(({ entry: claimed, sendResult }, index) => {
    const entry = stored[index];
    return entry && isClaimValid(entry, claimed) ? [{ entry, claimed, sendResult }] : [];
  });
  await db.outbox.bulkPut(
    valid.map(({ entry, claimed, sendResult }) =>
      withUnusedApproval(settledEntry(entry, sendResult, timestamp, backoffInputs), claimed),
    ),
  );
  for (const { entry, sendResult } of valid)
    if (sendResult.kind === 'rejected') await forgetExpected(db, entry);
  const unauthenticated = valid.find(({ sendResult }) => sendResult.kind === 'unauthenticated');
  if (unauthenticated) await pauseForSignIn(db, unauthenticated.entry.ownerId);
  const done = valid.flatMap(({ entry, sendResult }) =>
    sendResult.kind === 'succeeded' ? [{ entry, record: sendResult.result }] : [],
  );
  const released = await releaseDependents(db, done);
  return released || done.length < attempts.length;
}

function isClaimValid(entry: StoredEntry, claimed: OutboxEntry): boolean {
  if (entry.id !== claimed.id || entry.state === 'done') return false;
  return entry.claim !== undefined && entry.claim.token === claimed.claim?.token;
}

/**
 * The user has seen the record, or its absence, at the server. A claim on the entry becomes void. Runs inside the
 * caller's transaction over `outbox`.
 */
export async function settleAsDone(db: OutboxDb, entry: OutboxEntry): Promise<void> {
  const stored = await db.outbox.get(entry.seq);
  if (!stored || stored.id !== entry.id || stored.state === 'done') return;
  const settled = settledEntry(stored, { kind: 'succeeded' }, nextTimestamp());
  await db.outbox.put({ ...settled, foundDone: true });
  await releaseDependents(db, [{ entry: stored, record: undefined }]);
}

interface Acknowledged {
  readonly entry: StoredEntry;
  readonly record: RecordRow | undefined;
}

/**
 * Removes acknowledged entries from the dependencies of others, and gives a delete the version after an earlier change
 * of this device.
 * @returns whether any entry depended on them
 */
async function releaseDependents(db: OutboxDb, done: readonly Acknowledged[]): Promise<boolean> {
  if (done.length === 0) return false;
  for (const { entry, record } of done)
    if (isNamedOtherwise(entry, record)) await rejectDependents(db, entry);
  const settled = new Set(done.map(({ entry }) => entry.id));
  const count = await db.outbox
    .where('dependsOn')
    .anyOf([...settled])
    .distinct()
    .modify((entry) => {
      entry.dependsOn = entry.dependsOn.filter((id) => !settled.has(id));
      const { resource, recordId } = entry.operation;
      const sameRecord = done.find(
        (one) => one.entry.operation.resource === resource && one.record?.id === recordId,
      );
      if (sameRecord?.record) entry.before = withVersionOf(entry, sameRecord.record);
    });
  return count > 0;
}

/** The server has it under another id: one without `client_ids`, or a user who found it there. */
const isNamedOtherwise = ({ operation }: StoredEntry, record: RecordRow | undefined): boolean =>
  operation.kind === 'create' &&
  isResourceName(operation.resource) &&
  record !== undefined &&
  record.id !== operation.recordId;

const underId = ({ operation }: StoredEntry, { id }: RecordRow) => ({
  operation: { ...operation, recordId: id },
  entityKey: entityKey(operation.resource, id),
});

export async function pauseForSignIn(db: OutboxDb, ownerId: string): Promise<void> {
  await db.outbox
    .where('[ownerId+state]')
    .anyOf([
      [ownerId, 'queued'],
      [ownerId, 'unknown'],
    ])
    .modify({ state: 'auth' });
}

export async function resumeAfterSignIn(db: OutboxDb, ownerId: string): Promise<void> {
  await db.transaction('rw', db.outbox, () =>
    db.outbox
      .where('[ownerId+state]')
      .equals([ownerId, 'auth'])
      .modify((entry) => {
        entry.state = entry.uncertain ? 'unknown' : 'queued';
        entry.nextAttemptAt = 0;
      }),
  );
}
