import { backoff } from '#app/api/backoff.ts';
import { connection } from '#app/api/connection.ts';
import { retryPolicyOf } from '#app/api/retry-policy.ts';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import type { OutboxEntry } from '../model/entry.ts';
import { type OutboxDb, outboxDb } from '../store/outbox-db.ts';
import { probeServer, supportsIdempotency } from '../store/server-facts.ts';
import { withLeaderLock } from './leader-lock.ts';
import { nextDueAt } from './scheduler.ts';
import { sendEntry } from './send-entry.ts';
import { runSendPass } from './send-pass.ts';
import { pauseForSignIn, resumeAfterSignIn } from './settle.ts';

const POLL = 30_000;
/** While the host does not answer it is asked at least this often: people look at the rows that wait. */
const PROBE = 8_000;
/** Another tab is draining: look again soon, in case it ended without seeing our row. */
const ELSEWHERE = 1_000;

export interface SenderState {
  /**
   * Sends what may be sent; resolves after a pass that began after this call.
   * @param force also what is waiting out its back-off after a lost connection
   */
  kick(force?: boolean): Promise<void>;
  /** What is under way ends well; nothing new is sent. */
  stop(): void;
}

/** Drains one person's rows from this tab until stopped. */
export class OutboxSender implements SenderState {
  readonly #db: OutboxDb;
  readonly #owner: Owner;
  #stopped = false;
  #resumed = false;
  #asked: { force: boolean; done: () => void }[] = [];
  #running = false;
  #news = false;
  #probed = false;
  #idempotent: boolean | undefined;
  #probeFailures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: Owner, db: OutboxDb = outboxDb()) {
    this.#owner = owner;
    this.#db = db;
  }

  kick(force = false): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#news = true;
    return new Promise((done) => {
      this.#asked.push({ force, done });
      if (!this.#running) void this.#run();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { done } of this.#asked.splice(0)) done();
  }

  async #run(): Promise<void> {
    this.#running = true;
    clearTimeout(this.#timer);
    let wait = POLL;
    while (this.#asked.length > 0 && !this.#stopped) {
      const asked = this.#asked.splice(0);
      // A database that fails for a moment is tried again by the slow poll; the rows are safe where they are.
      wait = await this.#pass(asked.some(({ force }) => force)).catch(() => POLL);
      for (const { done } of asked) done();
    }
    this.#running = false;
    if (!this.#stopped) this.#timer = setTimeout(() => void this.kick(), wait);
  }

  /** One pass; answers how long to wait for the next, in milliseconds. */
  async #pass(force: boolean): Promise<number> {
    if (!this.#isMine()) return POLL;
    if (!this.#resumed) await resumeAfterSignIn(this.#db, this.#owner.ownerId);
    this.#resumed = true;
    if (!(await this.#reach())) {
      this.#probeFailures += 1;
      return Math.min(PROBE, backoff(this.#probeFailures, Math.random()));
    }
    this.#probeFailures = 0;
    let rows: readonly OutboxEntry[] = [];
    const mine = await withLeaderLock(
      `branch-desk.drain.${ownerKey(this.#owner)}`,
      async ({ exclusive, lost }) => {
        rows = await runSendPass({
          db: this.#db,
          owner: this.#owner,
          send: sendEntry,
          retries: retryPolicyOf(this.#idempotent ?? false),
          exclusive,
          force,
          mayGoOn: () => !this.#stopped && !lost() && connection() === 'online' && this.#isMine(),
          tookNews: () => this.#takeNews(),
          now: Date.now,
          random: Math.random,
        });
      },
    );
    return mine ? this.#nextWait(rows) : ELSEWHERE;
  }

  #nextWait(rows: readonly OutboxEntry[]): number {
    if (connection() === 'offline') return backoff(1, Math.random());
    const due = nextDueAt(rows, retryPolicyOf(this.#idempotent !== false));
    return due === undefined ? POLL : Math.min(POLL, Math.max(0, due - Date.now()));
  }

  #isMine(): boolean {
    const now = currentOwner();
    return now !== undefined && ownerKey(now) === ownerKey(this.#owner);
  }

  #takeNews(): boolean {
    const news = this.#news;
    this.#news = false;
    return news;
  }

  /** Makes sure that the host can be reached, and that what it can do is known before anything is repeated. */
  async #reach(): Promise<boolean> {
    const said = await supportsIdempotency(this.#db, this.#owner);
    this.#idempotent = said ?? this.#idempotent;
    const known = this.#probed || (said !== undefined && !(await this.#repeatsAhead()));
    if (connection() === 'online' && (known || !(await this.#somethingToSend()))) return true;
    const probe = await probeServer(this.#db, this.#owner);
    if (!probe.reached) {
      if (probe.signIn) await pauseForSignIn(this.#db, this.#owner.ownerId);
      return false;
    }
    this.#probed = true;
    this.#idempotent = probe.idempotent;
    return true;
  }

  #count(states: readonly string[]): Promise<number> {
    return this.#db.outbox
      .where('[ownerId+state]')
      .anyOf(states.map((state) => [this.#owner.ownerId, state]))
      .count();
  }

  async #repeatsAhead(): Promise<boolean> {
    return (await this.#count(['unknown', 'sending'])) > 0;
  }

  async #somethingToSend(): Promise<boolean> {
    return (await this.#count(['queued', 'unknown', 'sending'])) > 0;
  }
}
