import { CACHE_MAX_AGE } from '#app/cache/query-client.ts';
import { type OutboxDb, outboxDb } from './outbox-db.ts';

/**
 * Drops acknowledged rows that no cached list can be older than: until then they are laid over lists that
 * were read before them. Never throws.
 */
export async function pruneSettled(db: OutboxDb = outboxDb(), now = Date.now()): Promise<void> {
  await db
    .transaction('rw', db.outbox, () =>
      db.outbox
        .filter((row) => row.state === 'done' && (row.acknowledgedAt ?? 0) < now - CACHE_MAX_AGE)
        .delete(),
    )
    .catch(() => 0);
}
