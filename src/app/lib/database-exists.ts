/**
 * Returns whether this device has a database of this name, without opening it. True where the browser cannot
 * tell. Never throws.
 */
export async function databaseMayExist(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined' || indexedDB.databases === undefined) return true;
  const databases = await indexedDB.databases().catch(() => undefined);
  return databases?.some((database) => database.name === name) ?? true;
}

/** The name of the query cache's database. */
export const CACHE_NAME = 'branch-desk-cache';

/** The name of the database of half-filled forms. */
export const DRAFTS_NAME = 'branch-desk-drafts';

/**
 * Returns whether this device has a query cache, without opening it. True where the browser cannot tell.
 * Never throws.
 */
export const hasCachedQueries = (): Promise<boolean> => databaseMayExist(CACHE_NAME);
