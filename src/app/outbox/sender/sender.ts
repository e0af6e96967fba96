import { backoff } from '#app/api/backoff.ts';
import { connection } from '#app/api/connection.ts';
import { seenGeneration } from '#app/api/server-version.ts';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { retryPolicyOf, writePolicyOf } from '#app/api/strategies.ts';
import { withLeaderLock } from '#app/lib/leader-lock.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { type OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import {
  comparedGeneration,
  probeServer,
  rememberGeneration,
  storedCapabilities,
  type WriteCapabilities,
} from '#app/outbox/store/server-facts.ts';
import { nextDueAt, sendEntries } from './send-entries.ts';
import { sendEntry } from './send-entry.ts';
import { pauseForSignIn, resumeAfterSignIn } from './settle.ts';

const MINIMAL: WriteCapabilities = { client_ids: false, idempotency: false, merges: false };

const POLL_INTERVAL = 30_000;
/** Milliseconds; short, because users watch the pending entries. */
const PROBE_INTERVAL = 8_000;
/** Milliseconds to wait while another tab sends, which may end without seeing this tab's entry. */
const OTHER_TAB_WAIT = 1_000;

export interface Sender {
  /**
   * Resolves after a run that began after this call.
   * @param force ignore the backoff after network failures
   */
  trigger(force?: boolean): Promise<void>;
  stop(): void;
}

export class OutboxSender implements Sender {
  readonly #db: OutboxDb;
  readonly #owner: Owner;
  #stopped = false;
  #resumed = false;
  #requests: { force: boolean; done: () => void }[] = [];
  #running = false;
  #changed = false;
  #probed = false;
  #declared: WriteCapabilities | undefined;
  #compared: string | undefined;
  #probeFailures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: Owner, db: OutboxDb = outboxDb()) {
    this.#owner = owner;
    this.#db = db;
  }

  trigger(force = false): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#changed = true;
    return new Promise((done) => {
      this.#requests.push({ force, done });
      if (!this.#running) void this.#run();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { done } of this.#requests.splice(0)) done();
  }

  async #run(): Promise<void> {
    this.#running = true;
    clearTimeout(this.#timer);
    let delay = POLL_INTERVAL;
    while (this.#requests.length > 0 && !this.#stopped) {
      const requests = this.#requests.splice(0);
      // After a database error the slow poll tries again; the entries stay stored.
      delay = await this.#sendOnce(requests.some(({ force }) => force)).catch(() => POLL_INTERVAL);
      for (const { done } of requests) done();
    }
    this.#running = false;
    if (!this.#stopped) this.#timer = setTimeout(() => void this.trigger(), delay);
  }

  /** Returns the milliseconds until the next run. */
  async #sendOnce(force: boolean): Promise<number> {
    if (!this.#isSignedIn()) return POLL_INTERVAL;
    if (!this.#resumed) await resumeAfterSignIn(this.#db, this.#owner.ownerId);
    this.#resumed = true;
    if (!(await this.#ensureReachable())) {
      this.#probeFailures += 1;
      return Math.min(PROBE_INTERVAL, backoff(this.#probeFailures, Math.random()));
    }
    this.#probeFailures = 0;
    if (!(await this.#ensureCompared())) return PROBE_INTERVAL;
    const declared = this.#declared;
    let entries: readonly OutboxEntry[] = [];
    const ran = await withLeaderLock(
      `branch-desk.drain.${ownerKey(this.#owner)}`,
      async ({ exclusive, lost }) => {
        entries = await sendEntries({
          db: this.#db,
          owner: this.#owner,
          send: sendEntry,
          retries: retryPolicyOf(declared?.idempotency ?? false),
          writes: writePolicyOf(declared ?? MINIMAL),
          exclusive,
          force,
          // What is saved during a run that asked for no capabilities waits for the next one, which does.
          maySend: () =>
            declared !== undefined &&
            !this.#stopped &&
            !lost() &&
            connection() === 'online' &&
            this.#isSignedIn() &&
            this.#isSameGeneration(),
          takeChanged: () => this.#takeChanged(),
          now: Date.now,
          random: Math.random,
        });
      },
    );
    return ran ? this.#nextDelay(entries) : OTHER_TAB_WAIT;
  }

  #nextDelay(entries: readonly OutboxEntry[]): number {
    if (connection() === 'offline') return backoff(1, Math.random());
    const due = nextDueAt(entries, retryPolicyOf(this.#declared?.idempotency !== false));
    return due === undefined ? POLL_INTERVAL : Math.min(POLL_INTERVAL, Math.max(0, due - Date.now()));
  }

  #isSignedIn(): boolean {
    const current = currentOwner();
    return current !== undefined && ownerKey(current) === ownerKey(this.#owner);
  }

  #takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** The server's capabilities must be known before anything is retried. */
  async #ensureReachable(): Promise<boolean> {
    const declared = await storedCapabilities(this.#db, this.#owner);
    this.#declared = declared ?? this.#declared;
    const known = this.#probed || (declared !== undefined && !(await this.#hasRetries()));
    if (connection() === 'online' && (known || !(await this.#hasSendable()))) return true;
    const probe = await probeServer(this.#db, this.#owner);
    if (!probe.reached) {
      if (probe.unauthenticated) await pauseForSignIn(this.#db, this.#owner.ownerId);
      return false;
    }
    this.#probed = true;
    this.#declared = probe.declared;
    return true;
  }

  #isSameGeneration(): boolean {
    return (
      this.#compared === undefined || seenGeneration() === undefined || this.#compared === seenGeneration()
    );
  }

  /** Sends nothing more after a restore of the server until the entries are compared. */
  async #ensureCompared(): Promise<boolean> {
    this.#compared ??= await comparedGeneration(this.#db, this.#owner);
    const generation = seenGeneration();
    if (generation === undefined || generation === this.#compared) return true;
    if (this.#compared !== undefined) {
      const { compareAfterRestore } = await import('./after-restore.ts');
      if (!(await compareAfterRestore(this.#db, this.#owner))) return false;
    }
    await rememberGeneration(this.#db, this.#owner, generation);
    this.#compared = generation;
    return true;
  }

  #count(states: readonly string[]): Promise<number> {
    return this.#db.outbox
      .where('[ownerId+state]')
      .anyOf(states.map((state) => [this.#owner.ownerId, state]))
      .count();
  }

  async #hasRetries(): Promise<boolean> {
    return (await this.#count(['unknown', 'sending'])) > 0;
  }

  async #hasSendable(): Promise<boolean> {
    return (await this.#count(['queued', 'unknown', 'sending'])) > 0;
  }
}

const CHANNEL = 'branch-desk.outbox';

let active: Sender | undefined;

export async function triggerSend(force = false): Promise<void> {
  const owner = currentOwner();
  if (active) return active.trigger(force);
  if (!owner) return;
  const once = new OutboxSender(owner);
  await once.trigger(force);
  once.stop();
}

/** One of them may be the tab that sends. */
export function notifyOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('enqueued');
  channel.close();
}

/**
 * Sends on start, on messages of other tabs, and on the events online, pageshow and visibilitychange.
 * `navigator.onLine` is not read: its events are hints, only an answered request is proof (faults 14 and 15).
 */
export function startSending(owner: Owner, sender: Sender = new OutboxSender(owner)): () => void {
  active = sender;
  const onMessage = () => void sender.trigger();
  const triggerNow = () => void sender.trigger(true);
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') triggerNow();
  };
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  channel?.addEventListener('message', onMessage);
  window.addEventListener('online', triggerNow);
  window.addEventListener('pageshow', triggerNow);
  document.addEventListener('visibilitychange', onVisibilityChange);
  triggerNow();
  return () => {
    sender.stop();
    if (active === sender) active = undefined;
    channel?.close();
    window.removeEventListener('online', triggerNow);
    window.removeEventListener('pageshow', triggerNow);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
