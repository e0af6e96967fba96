import { useSyncExternalStore } from 'react';
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
let view = EMPTY;
const listeners = new Set<() => void>();

/** For the mirror alone: what it has just read. */
export function showOutbox(next: OutboxView): void {
  view = next;
  for (const listener of listeners) listener();
}

/** The rows as of the last read. */
export function outboxView(): OutboxView {
  return view;
}

export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing = () => EMPTY;

/**
 * Renders again whenever a row of mine changes, in whichever tab.
 * @param wanted false shows an empty outbox and renders for nothing: what needs none must not be drawn anew for each row that is sent
 */
export function useOutboxView(wanted = true): OutboxView {
  return useSyncExternalStore(onOutboxChange, wanted ? outboxView : nothing);
}
