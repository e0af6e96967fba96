import { useSyncExternalStore } from 'react';
import { evictedCount, subscribeToEvicted } from '#app/outbox/store/evicted-entries.ts';

/** Returns how many unsent entries of the user the browser has evicted, until dismissed. */
export function useEvictedEntries(): number {
  return useSyncExternalStore(subscribeToEvicted, evictedCount);
}
