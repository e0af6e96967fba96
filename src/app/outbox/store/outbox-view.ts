import { createStore } from '#app/lib/store.ts';
import type { OutboxEntry } from '../model/entry.ts';

/** What of the outbox is the signed-in person's, as it was stored a moment ago. */
export interface OutboxView {
  /** In order of arrival, with the settled tail. */
  readonly rows: readonly OutboxEntry[];
  /** Temporary id → the host's. */
  readonly ids: ReadonlyMap<string, string>;
  /** False until the first read; also where the database does not open. */
  readonly loaded: boolean;
}

/** Before the first read, and where nobody is signed in. */
export const EMPTY_OUTBOX: OutboxView = { rows: [], ids: new Map(), loaded: false };
const view = createStore(EMPTY_OUTBOX);

/** For the mirror alone: what it has just read. */
export const publishOutbox = view.set;

/** The rows as of the last read. */
export const outboxView = view.get;

/** Calls back at every read that the mirror shows. */
export const onOutboxChange = view.subscribe;
