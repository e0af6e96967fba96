import { createStore } from '#app/lib/store.ts';
import type { StoreEntries } from '#contract/device-entries.ts';

/** What the server knows to be lost on this device, until its user has checked it (decision 152). */
export const lostOnDevice = createStore<readonly StoreEntries[]>([]);

export const onLostChange = lostOnDevice.subscribe;

export const lostCount = (): number => lostOnDevice.get().reduce((sum, { count }) => sum + count, 0);
