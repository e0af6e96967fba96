import type { CacheDb, CachedQuery } from './cache-db.ts';

/** Returns whether an error reports a full device. Dexie and browsers wrap it at different depths. */
function isQuota(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  if ('inner' in error && isQuota(error.inner, depth + 1)) return true;
  return (
    'failures' in error &&
    Array.isArray(error.failures) &&
    error.failures.some((failure) => isQuota(failure, depth + 1))
  );
}

/** Deletes the older half of all cached queries, to make room in one step. */
async function dropOlderHalf(db: CacheDb): Promise<void> {
  const count = await db.queries.count();
  const oldest = await db.queries
    .orderBy('dataUpdatedAt')
    .limit(Math.ceil(count / 2))
    .primaryKeys();
  await db.queries.bulkDelete(oldest);
}

/**
 * Writes cached queries; on a full device deletes the older half first. Never throws: other errors cost only
 * the cache.
 */
export async function writeQueries(db: CacheDb, queries: readonly CachedQuery[]): Promise<void> {
  try {
    await db.queries.bulkPut(queries);
  } catch (error) {
    if (!isQuota(error)) return;
    await dropOlderHalf(db)
      .then(() => db.queries.bulkPut(queries))
      .catch(() => undefined);
  }
}
