import { createStore } from '#app/lib/store.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';

export interface OutboxView {
  /** In order of arrival, including acknowledged entries that the overlay still needs. */
  readonly rows: readonly OutboxEntry[];
  /** False until the first read; also if the database does not open. */
  readonly loaded: boolean;
}

export const EMPTY_OUTBOX: OutboxView = { rows: [], loaded: false };
const view = createStore(EMPTY_OUTBOX);

/** Publish an empty view when another user signs in. */
export const publishOutbox = view.set;

export const outboxView = view.get;

export const onOutboxChange = view.subscribe;

let readWritten: (() => Promise<void>) | undefined;

export function provideOutboxRead(read: () => Promise<void>): () => void {
  readWritten = read;
  return () => {
    if (readWritten === read) readWritten = undefined;
  };
}

/**
 * Waits until the view holds every write that was committed before the call. A server's answer beside an older view
 * would count an entry twice: in the answer, and as pending (fault 49).
 */
export const outboxViewCurrent = async (): Promise<void> => readWritten?.();
