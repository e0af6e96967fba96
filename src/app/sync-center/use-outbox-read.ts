import { useEffect, useState } from 'react';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { type OutboxDb, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { onOutboxChange } from '#app/outbox/store/outbox-view.ts';

const NONE: readonly never[] = [];

/**
 * Of the signed-in user, read again after each change of the outbox. Empty while loading, and while `enabled` is false.
 * @param read the same function at every render
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
