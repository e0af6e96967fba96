import { liveQuery } from 'dexie';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import type { OutboxDb } from '#app/outbox/store/outbox-db.ts';

interface EntryWait {
  readonly settled: (entry: OutboxEntry) => boolean;
  readonly attempted: Promise<void>;
  readonly isHopeless: () => boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Any tab may settle the entry. After the timeout it is returned as it is then; undefined if it is gone. */
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
