import { useSyncExternalStore } from 'react';
import { createStore } from '#app/lib/store.ts';
import type { OutboxRow } from './outbox-row.ts';

/** What of the outbox is the signed-in person's, as it was stored a moment ago. */
export interface OutboxView {
  /** In order of arrival, with the settled tail. */
  readonly rows: readonly OutboxRow[];
  /** Temporary id → the host's. */
  readonly ids: ReadonlyMap<string, string>;
  /** False until the first read; also where the database does not open. */
  readonly loaded: boolean;
}

/** Before the first read, and where nobody is signed in. */
export const EMPTY: OutboxView = { rows: [], ids: new Map(), loaded: false };
const view = createStore(EMPTY);

/** For the mirror alone: what it has just read. */
export const showOutbox = view.set;

/** The rows as of the last read. */
export const outboxView = view.get;

/** Calls back at every read that the mirror shows. */
export const onOutboxChange = view.subscribe;

const nothing = () => EMPTY;

/**
 * Renders again whenever a row of mine changes, in whichever tab.
 * @param wanted false shows an empty outbox and renders for nothing: what needs none must not be drawn anew for each row that is sent
 */
export function useOutboxView(wanted = true): OutboxView {
  return useSyncExternalStore(onOutboxChange, wanted ? outboxView : nothing);
}
