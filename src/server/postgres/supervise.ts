import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#server/startup-error.ts';
import type { Postmaster } from './postmaster.ts';

const growing = [0, 200, 500, 1000, 2000, 5000, 5000, 5000];

/** A server that ran this long starts the count anew. */
const calm = 60_000;

interface Watch {
  readonly start: () => Promise<Postmaster | undefined>;
  readonly onCrash: ((reason: string) => void) | undefined;
  readonly onExit: ((reason: string) => void) | undefined;
  /** Milliseconds before each try to start it again; after the last one it is given up. */
  readonly pauses?: readonly number[];
}

/**
 * Starts a crashed server again, with growing pauses, until it is stopped or given up.
 * @returns a function that ends the server for good
 */
export function supervise(
  first: Postmaster,
  { start, onCrash, onExit, pauses = growing }: Watch,
): () => Promise<void> {
  let stopping = false;
  let current: Postmaster | undefined = first;
  const interrupt = new AbortController();

  async function startAgain(
    reason: string,
    tries: number,
  ): Promise<{ next: Postmaster; tries: number } | undefined> {
    let why = reason;
    for (let tried = tries; tried < pauses.length; tried += 1) {
      await sleep(pauses[tried], undefined, { signal: interrupt.signal }).catch(() => {});
      if (stopping) return undefined;
      try {
        const next = await start();
        if (next !== undefined) return { next, tries: tried + 1 };
      } catch (error) {
        why = reasonOf(error);
      }
    }
    onExit?.(why);
    return undefined;
  }

  async function watch(): Promise<void> {
    let tries = 0;
    while (current !== undefined) {
      const since = Date.now();
      const reason = await current.ended;
      current = undefined;
      if (stopping) return;
      onCrash?.(reason);
      const again = await startAgain(reason, Date.now() - since > calm ? 0 : tries);
      current = again?.next;
      tries = again?.tries ?? 0;
      if (stopping) await current?.stop();
    }
  }

  const watched = watch();
  return async () => {
    stopping = true;
    interrupt.abort();
    await current?.stop();
    await watched;
  };
}
