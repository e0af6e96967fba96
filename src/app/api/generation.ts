import { createStore } from '#app/lib/store.ts';

const seen = createStore<string | undefined>(undefined);

/** Returns the generation of the server's database as its last answer named it; undefined before that. */
export const seenGeneration = seen.get;

/** Calls the listener when the server names another generation: its database was restored from a backup. */
export const onGenerationChange = seen.subscribe;

/** Stores the generation that an answer names; other servers name none. */
export function reportGeneration(generation: string | undefined): void {
  if (generation !== undefined && generation !== seen.get()) seen.set(generation);
}
