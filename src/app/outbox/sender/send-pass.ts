import { isNetworkFailure } from '#app/api/error-class.ts';
import type { RetryPolicy } from '#app/api/retry-policy.ts';
import type { Owner } from '#app/api/session.ts';
import { nextTimestamp } from '#app/lib/logical-clock.ts';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import type { OutboxDb } from '../store/outbox-db.ts';
import { storedEntries, unsettledEntries } from '../store/queries.ts';
import { buildRequest, mentionsTemporaryId } from './build-request.ts';
import { nextEntries } from './scheduler.ts';
import type { SendResult } from './send-entry.ts';
import { type BackoffInputs, type SendAttempt, settle } from './settle.ts';

/** How many independent rows may be under way at once. */
const PARALLEL = 4;
/** Without a lock, a claim this old belongs to a tab that is gone (milliseconds). */
const CLAIM_LASTS = 60_000;
/** So long, in milliseconds, answers are gathered before they are written down, as long as the network has work. */
const GATHER = 50;
/** How many rows at most are claimed before the network has room for them. */
const MOST_AHEAD = 16;
const NOT_SENT = { kind: 'not-sent' } as const;

export interface SendPass extends BackoffInputs {
  readonly db: OutboxDb;
  readonly owner: Owner;
  /** Gives a row to the network; never throws. */
  readonly send: (row: OutboxEntry, owner: Owner) => Promise<SendResult>;
  readonly retries: RetryPolicy;
  /** No other tab can be draining: every claim that is found belongs to a tab that is gone. */
  readonly exclusive: boolean;
  /** Don't wait out the back-off after lost connections. */
  readonly force: boolean;
  /** Asked before each claim: the lock was lost, the owner left, the network went. What is under way ends well. */
  readonly mayGoOn: () => boolean;
  /** Rows may have been added since they were last read. */
  readonly tookNews: () => boolean;
}

interface Step {
  readonly rows: readonly OutboxEntry[];
  readonly claimed: readonly OutboxEntry[];
  /** Some row was not what it was thought to be: read all of them again. */
  readonly outdated: boolean;
  /** Nothing could be claimed. */
  readonly idle: boolean;
}

/**
 * How many rows to claim before the network has room for them, so that it never waits for the disk: the more, the faster the host
 * answers. None where it does not know keys: a claim whose tab dies would have to be asked about.
 */
function claimedAhead({ retries }: SendPass, cameBack: number): number {
  return retries.claimsAhead ? Math.min(MOST_AHEAD, Math.max(PARALLEL, 3 * cameBack)) : 0;
}

/**
 * Sends everything that may be sent now and writes down what came of it. One transaction settles what has come back and claims what
 * goes out next.
 * @returns the owner's rows as they stand after the pass
 * @throws whatever the database throws
 */
export async function runSendPass(pass: SendPass): Promise<readonly OutboxEntry[]> {
  let step: Step = { rows: await adoptStale(pass), claimed: [], outdated: false, idle: false };
  const ready: OutboxEntry[] = [];
  const underWay = new Map<number, Promise<void>>();
  const finished: SendAttempt[] = [];
  let enough = () => {};
  const gathered = () =>
    new Promise<void>((resolve) => {
      enough = resolve;
      if (ready.length < PARALLEL || !pass.mayGoOn()) return resolve();
      setTimeout(resolve, GATHER);
    });
  const launch = () => {
    while (underWay.size < PARALLEL && pass.mayGoOn()) {
      const row = ready.shift();
      if (!row) break;
      const trip = pass.send(row, pass.owner).then((verdict) => {
        underWay.delete(row.seq);
        finished.push({ row, verdict });
        launch();
      });
      underWay.set(row.seq, trip);
    }
    if (ready.length < PARALLEL || !pass.mayGoOn()) enough();
  };
  for (;;) {
    const back = finished.splice(0);
    const free = PARALLEL + claimedAhead(pass, back.length) - underWay.size - ready.length;
    step = await commit(pass, step, back, Math.max(0, free));
    ready.push(...step.claimed);
    launch();
    if (!pass.mayGoOn()) finished.push(...ready.splice(0).map((row) => ({ row, verdict: NOT_SENT })));
    if (finished.length === 0 && underWay.size > 0) await Promise.race(underWay.values());
    else if (finished.length === 0 && step.idle) return step.rows;
    await gathered();
  }
}

/**
 * A row that was being sent by a tab that is gone has an unknown outcome. Where the host can't tell a repeat
 * from a new write, or may have forgotten its key, a person is asked (decision 5). The old claim stays: a tab
 * that wakes up in time may still settle it.
 */
async function adoptStale(pass: SendPass): Promise<OutboxEntry[]> {
  const { db, exclusive, retries, force } = pass;
  return db.transaction('rw', db.outbox, async () => {
    const rows = await unsettledEntries(db, pass.owner);
    const stale = (row: OutboxEntry) =>
      row.state === 'sending' && (exclusive || Math.abs(pass.now() - (row.claim?.at ?? 0)) > CLAIM_LASTS);
    const changes = rows.flatMap((row) => {
      const lost = stale(row) && { state: 'unknown' as const, uncertain: true };
      const asksPerson = !retries.mayResend(row, pass.now());
      const asks = (lost || row.state === 'unknown') && row.asksPerson !== asksPerson && { asksPerson };
      const sooner = force &&
        isNetworkFailure(row.lastStatus) &&
        row.nextAttemptAt > 0 && { nextAttemptAt: 0 };
      return lost || asks || sooner ? { key: row.seq, changes: { ...lost, ...asks, ...sooner } } : [];
    });
    if (changes.length === 0) return rows;
    await db.outbox.bulkUpdate(changes);
    return unsettledEntries(db, pass.owner);
  });
}

/** Settles, then claims, in one commit. */
async function commit(pass: SendPass, last: Step, back: readonly SendAttempt[], free: number): Promise<Step> {
  const { db } = pass;
  return db.transaction('rw', db.outbox, db.idMap, async () => {
    let changed = pass.tookNews() || last.outdated;
    if (await settle(db, back, pass)) changed = true;
    const gone = new Set(back.map(({ row }) => row.seq));
    const rows = changed
      ? await unsettledEntries(db, pass.owner)
      : last.rows.filter(({ seq }) => !gone.has(seq));
    const chosen = pass.mayGoOn() ? nextEntries(rows, { ...pass, now: pass.now(), free }) : [];
    const taken = await claim(pass, chosen);
    const bySeq = new Map(taken.map((row) => [row.seq, row]));
    return {
      rows: rows.map((row) => bySeq.get(row.seq) ?? row),
      claimed: taken.filter(({ state }) => state === 'sending'),
      outdated: taken.length < chosen.length,
      idle: chosen.length === 0,
    };
  });
}

/** Takes rows for this pass, each only if it is still what it was when it was chosen. */
async function claim(pass: SendPass, chosen: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  if (chosen.length === 0) return [];
  const stored = await storedEntries(
    pass.db,
    chosen.map(({ seq }) => seq),
  );
  const moment = nextTimestamp();
  const claimed = stored.flatMap((now, at) => {
    const row = now && readEntry(now);
    if (!row || row.id !== chosen[at]?.id || (row.state !== 'queued' && row.state !== 'unknown')) return [];
    return [claimedRow(row, pass.now(), moment)];
  });
  await pass.db.outbox.bulkPut(claimed);
  return claimed;
}

/** @param moment `tick` of this commit */
function claimedRow(row: OutboxEntry, now: number, moment: number): OutboxEntry {
  if (!row.sent && mentionsTemporaryId(row)) {
    const lastError = 'What this belongs to was never recorded. Enter it again, or discard it.';
    return { ...row, state: 'rejected', lastError };
  }
  return {
    ...row,
    state: 'sending',
    sent: row.sent ?? buildRequest(row, now),
    attempts: row.attempts + 1,
    firstSentAt: row.firstSentAt ?? moment,
    claim: { token: crypto.randomUUID(), at: now },
  };
}
