import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal } from '#app/lib/local-storage.ts';
import { createStore } from '#app/lib/store.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';

/** Holds the signed-in owner's entries as of the last read. */
export interface OutboxView {
  /** Entries in order of arrival, including acknowledged ones that the overlay still needs. */
  readonly rows: readonly OutboxEntry[];
  /** Server id per temporary id. */
  readonly ids: ReadonlyMap<string, string>;
  /** False until the first read; also if the database does not open. */
  readonly loaded: boolean;
}

/** Defines the view before the first read, and while nobody is signed in. */
export const EMPTY_OUTBOX: OutboxView = { rows: [], ids: new Map(), loaded: false };
const view = createStore(EMPTY_OUTBOX);

/** Publishes a new view; for what reads the outbox, and an empty one for another user. */
export const publishOutbox = view.set;

/** Returns the view as of the last read. */
export const outboxView = view.get;

/** Calls the listener at every published view. */
export const onOutboxChange = view.subscribe;

let readWritten: (() => Promise<void>) | undefined;

/** Names what reads the outbox into the view, until the returned function is called. */
export function provideOutboxRead(read: () => Promise<void>): () => void {
  readWritten = read;
  return () => {
    if (readWritten === read) readWritten = undefined;
  };
}

/**
 * Waits until the view holds every write that was committed before the call. An answer of the server beside an
 * older view would count an entry twice: in the answer, and as still waiting (fault 49).
 */
export const outboxViewCurrent = async (): Promise<void> => readWritten?.();

/**
 * Names the localStorage key of the pending counts. An eviction clears IndexedDB but not localStorage, so the
 * counts reveal it.
 */
export const PENDING_COUNT_KEY = 'branch-desk.witness';

const pendingCounts = z.object({
  /** Id of the database that held the entries. */
  database: z.string(),
  /** Number of unsettled entries per owner. */
  waiting: z.record(z.string(), z.number()),
});

/** Returns how many entries were pending per owner when the outbox was last read, and in which database. */
export const lastPendingCounts = () => pendingCounts.safeParse(parseJson(readLocal(PENDING_COUNT_KEY))).data;

/**
 * Returns how many entries of the signed-in user were pending when the outbox was last read: what can be told
 * before its database is open and what they left is decrypted.
 */
export function lastPendingCount(): number {
  const owner = currentOwner();
  return owner ? (lastPendingCounts()?.waiting[ownerKey(owner)] ?? 0) : 0;
}
