import { useEffect, useState } from 'react';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { type OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { onOutboxChange } from '#app/outbox/store/outbox-view.ts';

const NONE: readonly never[] = [];

/**
 * Returns what `read` finds in the outbox database for the signed-in user, and reads again after each change of
 * the outbox. Empty while loading, and while `enabled` is false.
 * @param read a function that stays the same
 */
export function useOutboxRead<T>(
  read: (db: OutboxDb, owner: Owner) => Promise<readonly T[]>,
  enabled = true,
): readonly T[] {
  const [found, setFound] = useState<readonly T[]>(NONE);
  useEffect(() => {
    if (!enabled) return setFound(NONE);
    let mounted = true;
    const readAgain = () => {
      const owner = currentOwner();
      if (!owner) return;
      read(outboxDb(), owner).then(
        (next) => mounted && setFound(next),
        () => undefined,
      );
    };
    readAgain();
    const stop = onOutboxChange(readAgain);
    return () => {
      mounted = false;
      stop();
    };
  }, [read, enabled]);
  return found;
}
