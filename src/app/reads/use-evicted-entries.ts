import { useSyncExternalStore } from 'react';
import { evictedCount, subscribeToEvicted } from '#app/outbox/store/evicted-entries.ts';

/** Returns how many unsent entries of the signed-in person the browser has cleared, until they dismiss it. */
export function useEvictedEntries(): number {
  return useSyncExternalStore(subscribeToEvicted, evictedCount);
}
