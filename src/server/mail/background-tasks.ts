import { setImmediate as afterAnswers, setTimeout as sleep } from 'node:timers/promises';

/** Work that goes on behind the answers. */
export interface BackgroundTasks {
  /** Begins after what is being answered now. `hurry` is aborted when the server ends. The work deals with its own failures. */
  readonly start: (work: (hurry: AbortSignal) => Promise<void>) => void;
  /** Asks all work to hurry and waits for it, but not for ever. */
  readonly finish: () => Promise<void>;
}

/** How long the end of the server waits, in milliseconds: as long as for requests in flight. */
const LONGEST_GOODBYE_MS = 8000;

export function createBackgroundTasks(): BackgroundTasks {
  const running = new Set<Promise<void>>();
  const end = new AbortController();
  return {
    start(work) {
      const done = afterAnswers()
        .then(() => work(end.signal))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async finish() {
      end.abort();
      const patience = new AbortController();
      const enough = sleep(LONGEST_GOODBYE_MS, undefined, { signal: patience.signal });
      await Promise.race([Promise.allSettled(running), enough]);
      patience.abort();
      await enough.catch(() => undefined);
    },
  };
}

const PAUSES_MS = [1_000, 5_000, 30_000];

/**
 * Tries until it succeeds, four times at most; in a hurry the last try follows at once.
 * @throws what the last try threw
 */
export async function retry(
  attempt: () => Promise<void>,
  { hurry, onRetry }: { readonly hurry: AbortSignal; readonly onRetry: (error: unknown) => void },
): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (hurry.aborted) throw error;
      onRetry(error);
      await sleep(pause, undefined, { signal: hurry }).catch(() => undefined);
    }
  }
  await attempt();
}
