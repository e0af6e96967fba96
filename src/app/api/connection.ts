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

/** Answered requests decide. Before the first one the browser's guess is used. */
export function connection(): Connection {
  return state ?? (typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online');
}

let reportFirstAnswer = (): void => undefined;
const firstAnswer = new Promise<void>((resolve) => {
  reportFirstAnswer = resolve;
});

export const untilAnswered = (): Promise<void> => firstAnswer;

export function reportReachable(): void {
  reportFirstAnswer();
  setConnection('online');
}

/** No response arrived, or one that is not the server's. */
export function reportUnreachable(): void {
  setConnection('offline');
}

export const onConnectionChange = changes.subscribe;

export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection);
}
