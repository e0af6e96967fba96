/** Does not open it. True if the browser cannot tell. Never throws. */
export async function databaseMayExist(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined' || indexedDB.databases === undefined) return true;
  const databases = await indexedDB.databases().catch(() => undefined);
  return databases?.some((database) => database.name === name) ?? true;
}

export const CACHE_NAME = 'branch-desk-cache';

export const hasCachedQueries = (): Promise<boolean> => databaseMayExist(CACHE_NAME);
