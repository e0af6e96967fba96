import { useEffect, useState } from 'react';
import { currentOwner } from '#app/data/session.ts';
import { type Discarded, discardedBy } from '../discarded.ts';
import { outboxDb } from '../outbox-db.ts';
import { onOutboxChange } from '../outbox-view.ts';

const NONE: readonly Discarded[] = [];

/** What this person has discarded here, newest first; none until it was read. */
export function useDiscarded(): readonly Discarded[] {
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
