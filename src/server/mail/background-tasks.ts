import { setImmediate as afterAnswers, setTimeout as sleep } from 'node:timers/promises';

/** Runs work after the answer was sent. */
export interface BackgroundTasks {
  /** Starts work after the current answer. `signal` is aborted at shutdown. The work must handle its own errors. */
  readonly start: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** Aborts the signal and waits for all work, at most 8 s. */
  readonly finish: () => Promise<void>;
}

/** Maximum wait at shutdown, in milliseconds; the same as for requests in flight. */
const SHUTDOWN_TIMEOUT_MS = 8000;

/** Creates an empty set of background tasks. */
export function createBackgroundTasks(): BackgroundTasks {
  const running = new Set<Promise<void>>();
  const shutdown = new AbortController();
  return {
    start(work) {
      const done = afterAnswers()
        .then(() => work(shutdown.signal))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async finish() {
      shutdown.abort();
      const timeoutAbort = new AbortController();
      const timeout = sleep(SHUTDOWN_TIMEOUT_MS, undefined, { signal: timeoutAbort.signal });
      await Promise.race([Promise.allSettled(running), timeout]);
      timeoutAbort.abort();
      await timeout.catch(() => undefined);
    },
  };
}

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000];

/**
 * Retries `attempt`, four attempts at most; after an abort the next attempt follows at once and is the last.
 * @throws the error of the last attempt
 */
export async function retry(
  attempt: () => Promise<void>,
  { signal, onRetry }: { readonly signal: AbortSignal; readonly onRetry: (error: unknown) => void },
): Promise<void> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw error;
      onRetry(error);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
  await attempt();
}
