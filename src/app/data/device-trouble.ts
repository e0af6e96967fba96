import { useSyncExternalStore } from 'react';

/** `blocked`: a window with an older version holds the database. `broken`: the browser does not open it. */
export type DeviceTrouble = 'blocked' | 'broken';

let trouble: DeviceTrouble | undefined;
const listeners = new Set<() => void>();

/** For the outbox's database alone: why it can't be used, undefined once it can. */
export function noteDeviceTrouble(next: DeviceTrouble | undefined): void {
  if (trouble === next) return;
  trouble = next;
  for (const listener of listeners) listener();
}

/** Why nothing can be saved on this device at the moment. */
export function deviceTrouble(): DeviceTrouble | undefined {
  return trouble;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `deviceTrouble`, rendering again when it comes or goes. */
export function useDeviceTrouble(): DeviceTrouble | undefined {
  return useSyncExternalStore(subscribe, deviceTrouble);
}
