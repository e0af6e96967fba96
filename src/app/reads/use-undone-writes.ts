import { useSyncExternalStore } from 'react';
import { subscribeToUndone, undoneWrites } from '#app/outbox/store/undone-writes.ts';

/** Returns what a restore of the server has undone of the user and this device cannot send again, until dismissed. */
export const useUndoneWrites = () => useSyncExternalStore(subscribeToUndone, undoneWrites);
