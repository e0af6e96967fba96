import { readHandedOver, turnOfWorker } from '#app/api/handed-over-session.ts';
import { refreshAs } from '#app/api/refresh-session.ts';
import { clearBackground } from '#app/lib/background-store.ts';
import { observeStoredTimestamp } from '#app/lib/clock.ts';
import { writeLocal } from '#app/lib/local-storage.ts';
import { SESSION_KEY } from '#app/lib/stored-session.ts';
import { isPending } from '#app/outbox/model/entry.ts';
import { isAutomatic, showBadge } from '#app/outbox/sender/background-sync.ts';
import { OutboxSender } from '#app/outbox/sender/sender.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries, storedPending } from '#app/outbox/store/stored-entries.ts';
import { setLanguageSource } from '#contract/messages.ts';

interface Clients {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: boolean;
  }): Promise<readonly { readonly visibilityState: string }[]>;
}

/** A visible page sends by itself, and a newer version of the app waits until this event ends. */
async function isPageVisible(): Promise<boolean> {
  const { clients } = globalThis as { readonly clients?: Clients };
  const windows = (await clients?.matchAll({ type: 'window', includeUncontrolled: true })) ?? [];
  return windows.some(({ visibilityState }) => visibilityState === 'visible');
}

/**
 * Sends what waits while the app is closed, as a page would: with the same keys, claims and locks (decision 151).
 * What is refused stays with its problem for the next opening.
 * @throws {Error} while entries wait that may still be sent: the browser then tries again later
 */
export async function sendInBackground(): Promise<void> {
  const left = await readHandedOver();
  if (!left) return;
  if (await isPageVisible()) throw new Error('A page is visible, which sends.');
  const { session, values, language } = left;
  const { owner } = session;
  for (const [key, value] of Object.entries(values)) writeLocal(key, value);
  writeLocal(SESSION_KEY, JSON.stringify(session));
  observeStoredTimestamp();
  setLanguageSource(() => language);
  refreshAs(turnOfWorker);
  const db = outboxDb();
  const sender = new OutboxSender(owner, db);
  try {
    await sender.trigger(true);
    const entries = readEntries(owner, await storedPending(db, owner)).filter(isPending);
    showBadge(entries.length);
    if (entries.some(isAutomatic)) throw new Error('Entries wait that could not be sent.');
    // A session that was refreshed here is the only one that the next opening can use.
    if ((await readHandedOver())?.replaced.length === 0) await clearBackground();
  } finally {
    sender.stop();
    // A page of a newer version may have to upgrade it.
    db.close({ disableAutoOpen: false });
  }
}
