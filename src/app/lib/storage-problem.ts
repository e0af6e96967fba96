import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** `blocked`: a window with an older version holds the database. `broken`: the browser does not open it. */
export type StorageProblem = 'blocked' | 'broken';

const trouble = createStore<StorageProblem | undefined>(undefined);

/** For the outbox's database alone: why it can't be used, undefined once it can. */
export function reportStorageProblem(next: StorageProblem | undefined): void {
  if (trouble.get() !== next) trouble.set(next);
}

/** Why nothing can be saved on this device at the moment. */
export const storageProblem = trouble.get;

/** `deviceTrouble`, rendering again when it comes or goes. */
export function useStorageProblem(): StorageProblem | undefined {
  return useStore(trouble);
}
