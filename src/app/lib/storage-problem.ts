import { createStore, useStore } from './store.ts';

/**
 * `slow`: the browser is still opening it, and nobody needs to know. `blocked`: a tab with an older version keeps the
 * database open. `broken`: the browser does not open it.
 */
export type StorageProblem = 'slow' | 'blocked' | 'broken';

const problem = createStore<StorageProblem | undefined>(undefined);

/** Undefined once the outbox database can be used. Only that database may call it. */
export function reportStorageProblem(next: StorageProblem | undefined): void {
  if (problem.get() !== next) problem.set(next);
}

export const storageProblem = problem.get;

export function useStorageProblem(): StorageProblem | undefined {
  return useStore(problem);
}
