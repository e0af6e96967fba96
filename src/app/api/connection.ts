import { useSyncExternalStore } from 'react';
import { createSignal } from '#app/lib/store.ts';

export type Connection = 'online' | 'offline';

let state: Connection | undefined;
const changes = createSignal();

function setConnection(next: Connection): void {
  const previous = connection();
  state = next;
  if (previous !== next) changes.notify();
}

/**
 * Returns the connection state, decided by answered requests. Before the first one the browser's guess is
 * used.
 */
export function connection(): Connection {
  return state ?? (typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online');
}

/** Counts the answers of the server in this tab. */
let answers = 0;

/** Returns how many answers of the server this tab got so far. */
export const answersOfServer = (): number => answers;

let reportFirstAnswer = (): void => undefined;
const firstAnswer = new Promise<void>((resolve) => {
  reportFirstAnswer = resolve;
});

/** Resolves once the server has answered this tab for the first time. */
export const untilAnswered = (): Promise<void> => firstAnswer;

/** Sets the connection online: the server answered in the contract's shape. */
export function reportReachable(): void {
  answers += 1;
  reportFirstAnswer();
  setConnection('online');
}

/** Sets the connection offline: no response arrived, or one that is not the server's. */
export function reportUnreachable(): void {
  setConnection('offline');
}

/** Calls the listener whenever the connection state changes. */
export const onConnectionChange = changes.subscribe;

/** Returns the connection state and re-renders when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection);
}
