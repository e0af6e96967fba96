import { useSyncExternalStore } from 'react';
import { createSignal } from '#app/lib/store.ts';

export type Connection = 'online' | 'offline';

let state: Connection | undefined;
const changes = createSignal();

function move(next: Connection): void {
  const before = connection();
  state = next;
  if (before !== next) changes.notify();
}

/** The truth is an answered request; before the first one the browser's own guess has to do. */
export function connection(): Connection {
  return state ?? (typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online');
}

/** The host answered as the contract says. */
export function reportReachable(): void {
  move('online');
}

/** No answer came, or one that is not the host's. */
export function reportUnreachable(): void {
  move('offline');
}

/** Calls back whenever the connection comes or goes. */
export const onConnectionChange = changes.subscribe;

/** Whether the host answers; renders again when that changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection);
}
