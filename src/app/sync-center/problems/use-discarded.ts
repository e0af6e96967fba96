import { useEffect, useState } from 'react';
import { currentOwner } from '#app/api/session.ts';
import { type DiscardedEntry, discardedBy } from '#app/outbox/store/discarded.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { onOutboxChange } from '#app/outbox/store/outbox-view.ts';

const NONE: readonly DiscardedEntry[] = [];

/** What this person has discarded here, newest first; none until it was read. */
export function useDiscarded(): readonly DiscardedEntry[] {
  const [discarded, setDiscarded] = useState(NONE);
  useEffect(() => {
    let shown = true;
    const read = () => {
      const owner = currentOwner();
      if (!owner) return;
      discardedBy(outboxDb(), owner).then(
        (read) => shown && setDiscarded(read),
        () => undefined,
      );
    };
    read();
    // The outbox loses a row in the same commit.
    const stop = onOutboxChange(read);
    return () => {
      shown = false;
      stop();
    };
  }, []);
  return discarded;
}
