import { createStore, useStore } from './store.ts';

/** `blocked`: a tab with an older version keeps the database open. `broken`: the browser does not open it. */
export type StorageProblem = 'blocked' | 'broken';

const problem = createStore<StorageProblem | undefined>(undefined);

/** Sets why the outbox database cannot be used; undefined once it can. Only that database may call it. */
export function reportStorageProblem(next: StorageProblem | undefined): void {
  if (problem.get() !== next) problem.set(next);
}

/** Returns why nothing can be saved on this device at the moment. */
export const storageProblem = problem.get;

/** Returns the storage problem and renders again when it changes. */
export function useStorageProblem(): StorageProblem | undefined {
  return useStore(problem);
}
