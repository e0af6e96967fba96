import { type DiscardedEntry, discardedBy } from '#app/outbox/store/discarded.ts';
import { useOutboxRead } from '../use-outbox-read.ts';

/**
 * Returns the user's discarded entries on this device, newest first; empty while loading. Discarding removes the
 * entry from the outbox in the same transaction, so a change of the outbox tells of it.
 */
export const useDiscarded = (): readonly DiscardedEntry[] => useOutboxRead(discardedBy);
