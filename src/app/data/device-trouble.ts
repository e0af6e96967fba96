import { createStore } from '#app/lib/store.ts';
import { useStore } from '#app/lib/use-store.ts';

/** `blocked`: a window with an older version holds the database. `broken`: the browser does not open it. */
export type DeviceTrouble = 'blocked' | 'broken';

const trouble = createStore<DeviceTrouble | undefined>(undefined);

/** For the outbox's database alone: why it can't be used, undefined once it can. */
export function noteDeviceTrouble(next: DeviceTrouble | undefined): void {
  if (trouble.get() !== next) trouble.set(next);
}

/** Why nothing can be saved on this device at the moment. */
export const deviceTrouble = trouble.get;

/** `deviceTrouble`, rendering again when it comes or goes. */
export function useDeviceTrouble(): DeviceTrouble | undefined {
  return useStore(trouble);
}
