import { createStore } from '#app/lib/store.ts';
import type { Subject } from './receipt/use-receipt.ts';

/** What the shell prints at once: the form that asked for it is left meanwhile. */
export const printNext = createStore<Subject | undefined>(undefined);
