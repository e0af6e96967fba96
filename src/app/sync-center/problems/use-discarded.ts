import { useEffect, useState } from 'react';
import { currentOwner } from '#app/api/session.ts';
import { type DiscardedEntry, discardedBy } from '#app/outbox/store/discarded.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { onOutboxChange } from '#app/outbox/store/outbox-view.ts';

const NONE: readonly DiscardedEntry[] = [];

/** Returns the user's discarded entries on this device, newest first; empty while loading. */
export function useDiscarded(): readonly DiscardedEntry[] {
  const [discarded, setDiscarded] = useState(NONE);
  useEffect(() => {
    let mounted = true;
    const read = () => {
      const owner = currentOwner();
      if (!owner) return;
      discardedBy(outboxDb(), owner).then(
        (read) => mounted && setDiscarded(read),
        () => undefined,
      );
    };
    read();
    // Discarding removes the entry from the outbox in the same transaction, which notifies here.
    const stop = onOutboxChange(read);
    return () => {
      mounted = false;
      stop();
    };
  }, []);
  return discarded;
}
