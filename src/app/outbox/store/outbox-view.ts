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
