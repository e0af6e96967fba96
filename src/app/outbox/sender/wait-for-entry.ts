import { liveQuery } from 'dexie';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import type { OutboxDb } from '../store/outbox-db.ts';

export interface EntryWait {
  readonly settled: (row: OutboxEntry) => boolean;
  /** Resolves when a try that could have settled it is over. */
  readonly attempted: Promise<void>;
  /** Asked after that: waiting longer is of no use. */
  readonly hopeless: () => boolean;
  /** Milliseconds. */
  readonly patience: number;
}

/** The row as soon as it is settled, in whichever tab; as it stands when waiting is over; undefined if it is gone. */
export async function waitForEntry(
  db: OutboxDb,
  seq: number,
  waiting: EntryWait,
): Promise<OutboxEntry | undefined> {
  const read = async () => {
    const stored = await db.outbox.get(seq);
    return stored === undefined ? undefined : readEntry(stored);
  };
  let stop = () => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waiting.patience);
    const subscription = liveQuery(read).subscribe({
      next: (row) => {
        if (!row || waiting.settled(row)) resolve();
      },
      error: () => undefined,
    });
    void waiting.attempted.then(() => {
      if (waiting.hopeless()) resolve();
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
