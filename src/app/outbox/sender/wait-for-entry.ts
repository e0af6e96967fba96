import { liveQuery } from 'dexie';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import type { OutboxDb } from '../store/outbox-db.ts';

export interface EntryWait {
  readonly settled: (entry: OutboxEntry) => boolean;
  /** Resolves when an attempt that could have settled it is over. */
  readonly attempted: Promise<void>;
  /** Checked after that: whether waiting longer is useless. */
  readonly isHopeless: () => boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Waits for an entry and returns it once it is settled, by whichever tab. After the timeout it is returned as
 * it is then; undefined if it is gone.
 */
export async function waitForEntry(
  db: OutboxDb,
  seq: number,
  wait: EntryWait,
): Promise<OutboxEntry | undefined> {
  const read = async () => {
    const stored = await db.outbox.get(seq);
    return stored === undefined ? undefined : readEntry(stored);
  };
  let stop = () => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait.timeout);
    const subscription = liveQuery(read).subscribe({
      next: (entry) => {
        if (!entry || wait.settled(entry)) resolve();
      },
      error: () => undefined,
    });
    void wait.attempted.then(() => {
      if (wait.isHopeless()) resolve();
    });
    stop = () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  });
  await over;
  stop();
  return read().catch(() => undefined);
}
