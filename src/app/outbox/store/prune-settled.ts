import { CACHE_MAX_AGE } from '#app/cache/query-client.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';

/**
 * Deletes acknowledged entries that are older than any cached list; until then the overlay needs them. Never
 * throws.
 */
export async function pruneSettled(db: OutboxDb = outboxDb(), now = Date.now()): Promise<void> {
  await db
    .transaction('rw', db.outbox, () =>
      db.outbox
        .filter((entry) => entry.state === 'done' && (entry.acknowledgedAt ?? 0) < now - CACHE_MAX_AGE)
        .delete(),
    )
    .catch(() => 0);
}
