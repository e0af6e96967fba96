import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline';

let state: Connection | undefined;
const listeners = new Set<() => void>();

function move(next: Connection): void {
  const before = connection();
  state = next;
  if (before === next) return;
  for (const listener of listeners) listener();
}

/** The truth is an answered request; before the first one the browser's own guess has to do. */
export function connection(): Connection {
  return state ?? (typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online');
}

/** The host answered as the contract says. */
export function answered(): void {
  move('online');
}

/** No answer came, or one that is not the host's. */
export function unanswered(): void {
  move('offline');
}

/** Calls back whenever the connection comes or goes. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the host answers; renders again when that changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection);
}
