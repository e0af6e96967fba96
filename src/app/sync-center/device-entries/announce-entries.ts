import { hashKey, type QueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { serverTime } from '#app/lib/branch-day.ts';
import { isPending, linesOf, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { databaseId, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import {
  type Announcement,
  CHECKED_ENTRIES_PATH,
  checked,
  DEVICE_ENTRIES_PATH,
  evictedEntries,
  MOST_ANNOUNCED,
  type PendingEntry,
  type StoreEntries,
} from '#contract/device-entries.ts';
import { formatDecimal, readPiastres, sumIfKnown } from '#contract/money.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { evictedOnDevice } from './evicted-on-device.ts';

/** Milliseconds after the first announcement: an entry that is sent at once is not announced. */
const DELAY = 3_000;

function amountOf(entry: OutboxEntry): string | null {
  const { operation, body } = entry;
  const field = isResourceName(operation.resource) ? resourceOf(operation.resource).cash?.field : undefined;
  const amounts = linesOf(entry).map((line) => readPiastres(line.body.paid_amount));
  const amount = amounts.length > 0 ? sumIfKnown(amounts) : readPiastres(field && body[field]);
  return amount === undefined ? null : formatDecimal(amount);
}

const pendingEntry = (entry: OutboxEntry): PendingEntry => ({
  key: entry.id,
  resource: entry.operation.resource,
  kind: entry.operation.kind,
  amount: amountOf(entry),
  entered_at: serverTime(entry.createdAt).toISOString(),
});

/** An entry that this build cannot read has no key to compare. */
const isAnnounced = (entry: OutboxEntry) => isPending(entry) && entry.quarantined !== 'unreadable';

async function announcementNow(): Promise<Announcement | undefined> {
  const store = await databaseId(outboxDb()).catch(() => undefined);
  const { rows, loaded } = outboxView();
  if (store === undefined || !loaded) return undefined;
  const waiting = rows.filter(isAnnounced);
  const entries = waiting.slice(0, MOST_ANNOUNCED).map(pendingEntry);
  return { store, entries, unlisted: waiting.length - entries.length };
}

/** Until stopped: tells the server what waits on this device, at the start and whenever that changes. */
export function keepAnnounced(client: QueryClient, owner: Owner): () => void {
  const { queryKey } = branchQuery();
  const hash = hashKey(queryKey);
  let last: string | undefined;
  let sending = false;
  let changedMeanwhile = false;
  let stopped = false;
  const declares = () => client.getQueryData(queryKey)?.device_entries === true;
  const announce = async () => {
    changedMeanwhile = sending;
    if (sending || stopped || connection() === 'offline' || !declares()) return;
    sending = true;
    try {
      const body = await announcementNow();
      const text = JSON.stringify(body);
      if (body && text !== last) {
        const call = { method: 'POST', path: DEVICE_ENTRIES_PATH, body, answer: evictedEntries } as const;
        const answer = await request({
          ...call,
          expectOwner: ownerKey(owner),
          cookies: true,
          unhurried: true,
        });
        last = text;
        if (!stopped) evictedOnDevice.set(answer.lost);
      }
    } catch {
      // The next change or reconnection announces it.
    }
    sending = false;
    if (changedMeanwhile) soon();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        void announce();
      },
      last === undefined ? 0 : DELAY,
    );
  };
  const stops = [
    onOutboxChange(soon),
    onConnectionChange(soon),
    client.getQueryCache().subscribe(({ query }) => {
      if (last === undefined && query.queryHash === hash) soon();
    }),
  ];
  void announce();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    evictedOnDevice.set([]);
  };
}

/** @throws {ApiError} if it was not remembered */
export async function checkEntries(entries: readonly StoreEntries[]): Promise<void> {
  for (const { store, user } of entries)
    await request({ method: 'POST', path: CHECKED_ENTRIES_PATH, body: { store, user }, answer: checked });
  const gone = new Set(entries.map(({ store }) => store));
  evictedOnDevice.set(evictedOnDevice.get().filter(({ store }) => !gone.has(store)));
}
