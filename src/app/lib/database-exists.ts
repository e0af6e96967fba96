/** Whether this device has a database of this name, asked without loading anything. True where a browser can't tell. Never throws. */
export async function databaseMayExist(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined' || indexedDB.databases === undefined) return true;
  const known = await indexedDB.databases().catch(() => undefined);
  return known?.some((one) => one.name === name) ?? true;
}

/** The name of the database of cached queries. */
export const CACHE_NAME = 'branch-desk-cache';

/** Whether this device has ever kept queries, asked without loading anything. True where a browser can't tell. Never throws. */
export const hasCachedQueries = (): Promise<boolean> => databaseMayExist(CACHE_NAME);
