import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#server/startup-error.ts';
import type { Postmaster } from './postmaster.ts';

const RESTART_DELAYS_MS = [0, 200, 500, 1000, 2000, 5000, 5000, 5000];

/** Uptime in milliseconds after which the restart count is reset. */
const STABLE_AFTER_MS = 60_000;

/** Configures restarts. */
interface SuperviseOptions {
  readonly start: () => Promise<Postmaster | undefined>;
  readonly onCrash: ((reason: string) => void) | undefined;
  readonly onExit: ((reason: string) => void) | undefined;
  /** Waits before each attempt while it cannot succeed, such as on a full disk: that does not count as an attempt. */
  readonly untilPossible?: (signal: AbortSignal) => Promise<void>;
  /** Delay before each restart attempt, in milliseconds; after the last one `onExit` is called. */
  readonly pauses?: readonly number[];
}

/**
 * Restarts PostgreSQL after crashes, with growing delays, until it is stopped or all attempts failed.
 * @returns a function that stops it for good
 */
export function supervise(
  first: Postmaster,
  { start, onCrash, onExit, untilPossible, pauses = RESTART_DELAYS_MS }: SuperviseOptions,
): () => Promise<void> {
  let stopping = false;
  let current: Postmaster | undefined = first;
  const interrupt = new AbortController();

  async function restart(
    reason: string,
    attempts: number,
  ): Promise<{ next: Postmaster; attempts: number } | undefined> {
    let lastReason = reason;
    for (let attempt = attempts; attempt < pauses.length; attempt += 1) {
      await sleep(pauses[attempt], undefined, { signal: interrupt.signal }).catch(() => {});
      await untilPossible?.(interrupt.signal);
      if (stopping) return undefined;
      try {
        const next = await start();
        if (next !== undefined) return { next, attempts: attempt + 1 };
      } catch (error) {
        lastReason = reasonOf(error);
      }
    }
    onExit?.(lastReason);
    return undefined;
  }

  async function watch(): Promise<void> {
    let attempts = 0;
    while (current !== undefined) {
      const since = performance.now();
      const reason = await current.ended;
      current = undefined;
      if (stopping) return;
      onCrash?.(reason);
      const restarted = await restart(reason, performance.now() - since > STABLE_AFTER_MS ? 0 : attempts);
      current = restarted?.next;
      attempts = restarted?.attempts ?? 0;
      if (stopping) await current?.stop();
    }
  }

  const watching = watch();
  return async () => {
    stopping = true;
    interrupt.abort();
    await current?.stop();
    await watching;
  };
}
