import { createStore } from '#app/lib/store.ts';
import type { StoreEntries } from '#contract/device-entries.ts';

/** What the server knows to be evicted from this device, until its user has checked it (decision 152). */
export const evictedOnDevice = createStore<readonly StoreEntries[]>([]);

export const countOf = (stores: readonly StoreEntries[]): number =>
  stores.reduce((sum, { count }) => sum + count, 0);
