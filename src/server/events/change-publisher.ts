import { setTimeout as sleep } from 'node:timers/promises';

/** Time between two publications, in milliseconds: the commits between go together. */
const PAUSE_MS = 50;
const RETRY_MS = 500;
/** Time in which the last changes are published when the server stops, in milliseconds. */
const LAST_MS = 1_000;
/** Limits the changes of one statement. */
const MAX_BATCH = 500;
/** Limits the changes that wait while the database is away; the oldest are left out, and devices see the gap in the counts. */
const MAX_WAITING = 10_000;

/**
 * Publishes the changes of committed writes: the first one at once, those of the next moment together (decision 129). A server that is
 * killed before it has published leaves a gap in the counts, which the other servers see (BranchChannel).
 */
export class ChangePublisher {
  readonly #publish: (changes: readonly string[]) => Promise<void>;
  readonly #closed = new AbortController();
  #waiting: string[] = [];
  #running: Promise<void> | undefined;

  constructor(publish: (changes: readonly string[]) => Promise<void>) {
    this.#publish = publish;
  }

  /** Takes in the changes of a committed write; it does not throw. */
  add(changes: readonly string[]): void {
    this.#waiting.push(...changes);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = this.#waiting.slice(-MAX_WAITING);
    this.#running ??= this.#run();
  }

  /** Publishes what waits, as far as the database answers within a second. */
  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.race([this.#running, sleep(LAST_MS, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      let pause = PAUSE_MS;
      try {
        await this.#publish(batch);
      } catch {
        if (this.#closed.signal.aborted) break;
        this.#waiting.unshift(...batch);
        pause = RETRY_MS;
      }
      await sleep(pause, undefined, { ref: false, signal: this.#closed.signal }).catch(() => undefined);
    }
    this.#running = undefined;
  }
}
