import { isNetworkFailure } from '#app/api/api-error.ts';
import { isDue } from '#app/api/backoff.ts';
import type { Owner } from '#app/api/session.ts';
import type { RetryPolicy, WritePolicy } from '#app/api/strategies.ts';
import { nextTimestamp } from '#app/lib/clock.ts';
import { failsWith } from '#app/outbox/model/dependencies.ts';
import {
  isOffered,
  isPending,
  isStuck,
  type OutboxEntry,
  readEntry,
  withoutApproval,
} from '#app/outbox/model/entry.ts';
import type { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { pendingEntries, storedEntries } from '#app/outbox/store/stored-entries.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { buildRequest, needsDay } from './send-entry.ts';
import { type BackoffInputs, type SendAttempt, type SendContext, type SendResult, settle } from './settle.ts';

interface ScheduleOptions {
  /** Wall clock, milliseconds. */
  readonly now: number;
  readonly free: number;
  readonly retries: RetryPolicy;
}

function* headEntries(entries: readonly OutboxEntry[]): Generator<OutboxEntry> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const busy = new Set<string>();
  for (const entry of entries) {
    if (!isPending(entry)) continue;
    if (!busy.has(entry.entityKey) && !mustWait(entry, byId)) yield entry;
    busy.add(entry.entityKey);
  }
}

/** Entries of one record are sent in order, and after their dependencies. */
export function nextEntries(entries: readonly OutboxEntry[], options: ScheduleOptions): OutboxEntry[] {
  const chosen: OutboxEntry[] = [];
  if (options.free === 0) return chosen;
  for (const entry of headEntries(entries)) {
    if (maySend(entry, options)) chosen.push(entry);
    if (chosen.length >= options.free) break;
  }
  return chosen;
}

function maySend(entry: OutboxEntry, options: ScheduleOptions): boolean {
  if (entry.state !== 'queued' && entry.state !== 'unknown') return false;
  if (entry.asksPerson || (entry.state === 'unknown' && !options.retries.mayResend(entry, options.now)))
    return false;
  return isDue(entry.nextAttemptAt, options.now);
}

function mustWait(entry: OutboxEntry, byId: ReadonlyMap<string, OutboxEntry>): boolean {
  return entry.dependsOn.some((id) => {
    const dependency = byId.get(id);
    return (
      dependency !== undefined &&
      isPending(dependency) &&
      (!(isStuck(dependency) || isOffered(dependency)) || failsWith(entry, dependency))
    );
  });
}

/**
 * Wall clock in milliseconds; undefined if no entry waits for a time. An entry behind another one does not count, or
 * run after run would start.
 */
export function nextDueAt(entries: readonly OutboxEntry[], { resends }: RetryPolicy): number | undefined {
  const times = [...headEntries(entries)]
    .filter(
      ({ state, asksPerson }) => !asksPerson && (state === 'queued' || (state === 'unknown' && resends)),
    )
    .map(({ nextAttemptAt }) => nextAttemptAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Requests in flight at once (fault 50). */
const PARALLEL = 4;
/** Milliseconds after which a claim without a leader lock is stale. */
const CLAIM_LIFETIME = 60_000;
/** Milliseconds in which results are collected while requests are in flight. */
const BATCH_WINDOW = 50;
const MAX_CLAIMED_AHEAD = 16;
/** Entries that one database request updates: hundreds in one task would delay a keystroke. */
const UPDATES_AT_ONCE = 50;
const CANCELLED = { kind: 'cancelled' } as const;

interface SendRun extends BackoffInputs {
  readonly db: OutboxDb;
  readonly owner: Owner;
  readonly send: (entry: OutboxEntry, context: SendContext) => Promise<SendResult>;
  readonly retries: RetryPolicy;
  readonly writes: WritePolicy;
  /** No other tab can be sending, so every claim found is stale. */
  readonly exclusive: boolean;
  /** Ignores the backoff after network failures. */
  readonly force: boolean;
  /**
   * Checked before each claim. False once the lock was lost, the owner left or the connection went. Requests in flight
   * still end.
   */
  readonly maySend: () => boolean;
  readonly takeChanged: () => boolean;
}

interface Step {
  readonly entries: readonly OutboxEntry[];
  readonly claimed: readonly OutboxEntry[];
  readonly outdated: boolean;
  readonly idle: boolean;
}

/**
 * Claiming ahead keeps the network from waiting for IndexedDB. The number grows with the throughput. It is 0 without
 * idempotency keys, where a stale claim would need a user's decision.
 */
function claimedAhead({ retries }: SendRun, completed: number): number {
  return retries.claimsAhead ? Math.min(MAX_CLAIMED_AHEAD, Math.max(PARALLEL, 3 * completed)) : 0;
}

/**
 * Each transaction settles the results so far and claims the next entries.
 * @returns the owner's entries after the run
 * @throws the database's error
 */
export async function sendEntries(run: SendRun): Promise<readonly OutboxEntry[]> {
  let step: Step = { entries: await markStaleClaims(run), claimed: [], outdated: false, idle: false };
  const ready: OutboxEntry[] = [];
  const inFlight = new Map<number, Promise<void>>();
  const finished: SendAttempt[] = [];
  let endBatch = () => {};
  const batchEnd = () =>
    new Promise<void>((resolve) => {
      endBatch = resolve;
      if (ready.length < PARALLEL || !run.maySend()) return resolve();
      setTimeout(resolve, BATCH_WINDOW);
    });
  const launch = () => {
    while (inFlight.size < PARALLEL && run.maySend()) {
      const entry = ready.shift();
      if (!entry) break;
      const attempt = run.send(entry, run).then((sendResult) => {
        inFlight.delete(entry.seq);
        finished.push({ entry, sendResult });
        launch();
      });
      inFlight.set(entry.seq, attempt);
    }
    if (ready.length < PARALLEL || !run.maySend()) endBatch();
  };
  for (;;) {
    const results = finished.splice(0);
    const free = PARALLEL + claimedAhead(run, results.length) - inFlight.size - ready.length;
    step = await commit(run, step, results, Math.max(0, free));
    ready.push(...step.claimed);
    launch();
    if (!run.maySend()) finished.push(...ready.splice(0).map((entry) => ({ entry, sendResult: CANCELLED })));
    if (finished.length === 0 && inFlight.size > 0) await Promise.race(inFlight.values());
    else if (finished.length === 0 && step.idle) return step.entries;
    await batchEnd();
  }
}

/**
 * Gives entries with a stale claim the state `unknown`. If the server cannot recognise a retry, or may have forgotten
 * the key, the user must decide (decision 5). The old claim stays: a tab that wakes up in time may still settle it.
 */
async function markStaleClaims(run: SendRun): Promise<OutboxEntry[]> {
  const { db, exclusive, retries, force } = run;
  return db.transaction('rw', db.outbox, async () => {
    const entries = await pendingEntries(db, run.owner);
    const isStale = (entry: OutboxEntry) =>
      entry.state === 'sending' &&
      (exclusive || Math.abs(run.now() - (entry.claim?.at ?? 0)) > CLAIM_LIFETIME);
    const changes = entries.flatMap((entry) => {
      const staleClaim = isStale(entry) && { state: 'unknown' as const, uncertain: true };
      const asksPerson = !retries.mayResend(entry, run.now());
      const decision = (staleClaim || (entry.state === 'unknown' && !isOffered(entry))) &&
        entry.asksPerson !== asksPerson && { asksPerson };
      const dueNow = force &&
        isNetworkFailure(entry.lastStatus) &&
        entry.nextAttemptAt > 0 && { nextAttemptAt: 0 };
      return staleClaim || decision || dueNow
        ? { key: entry.seq, changes: { ...staleClaim, ...decision, ...dueNow } }
        : [];
    });
    if (changes.length === 0) return entries;
    for (let start = 0; start < changes.length; start += UPDATES_AT_ONCE)
      await db.outbox.bulkUpdate(changes.slice(start, start + UPDATES_AT_ONCE));
    return pendingEntries(db, run.owner);
  });
}

async function commit(
  run: SendRun,
  last: Step,
  results: readonly SendAttempt[],
  free: number,
): Promise<Step> {
  const { db } = run;
  return db.transaction('rw', db.outbox, async () => {
    let changed = run.takeChanged() || last.outdated;
    if (await settle(db, results, run)) changed = true;
    const settledSeqs = new Set(results.map(({ entry }) => entry.seq));
    const entries = changed
      ? await pendingEntries(db, run.owner)
      : last.entries.filter(({ seq }) => !settledSeqs.has(seq));
    const chosen = run.maySend() ? nextEntries(entries, { ...run, now: run.now(), free }) : [];
    const claimed = await claim(run, chosen);
    const bySeq = new Map(claimed.map((entry) => [entry.seq, entry]));
    return {
      entries: entries.map((entry) => bySeq.get(entry.seq) ?? entry),
      claimed: claimed.filter(({ state }) => state === 'sending'),
      outdated: claimed.length < chosen.length,
      idle: chosen.length === 0,
    };
  });
}

async function claim(run: SendRun, chosen: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  if (chosen.length === 0) return [];
  const stored = await storedEntries(
    run.db,
    chosen.map(({ seq }) => seq),
  );
  const timestamp = nextTimestamp();
  const claimed = stored.flatMap((current, index) => {
    const entry = current && readEntry(current);
    if (!entry || entry.id !== chosen[index]?.id || (entry.state !== 'queued' && entry.state !== 'unknown'))
      return [];
    return [claimedEntry(entry, run, timestamp)];
  });
  // The attempt alone has the approval from here on, so that a tab that dies leaves none.
  await run.db.outbox.bulkPut(claimed.map(withoutApproval));
  return claimed;
}

/**
 * Builds the request unless the stored one must be kept.
 * @param timestamp logical time of this transaction
 */
function claimedEntry(entry: OutboxEntry, run: SendRun, timestamp: number): OutboxEntry {
  const now = run.now();
  const fixed = run.retries.keepsRequest ? entry.sent : undefined;
  if (!entry.sent && needsDay(entry, now)) {
    const problems = [{ field: 'custom_date', message: messages.dayUnknown }];
    return { ...entry, state: 'rejected', lastError: messages.dayUnknown, problems };
  }
  return {
    ...entry,
    state: 'sending',
    sent: fixed ?? buildRequest(entry, now, run.writes),
    attempts: entry.attempts + 1,
    firstSentAt: entry.firstSentAt ?? timestamp,
    claim: { token: crypto.randomUUID(), at: now },
  };
}
