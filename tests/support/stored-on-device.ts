import type { Page } from '@playwright/test';

/** Returns all rows of an IndexedDB table on the page's device. */
export function storedOnDevice(page: Page, database: string, table: string): Promise<unknown[]> {
  return page.evaluate(
    async ([name, from]) => {
      const done = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = () => reject(asked.error);
        });
      const opened = await done(indexedDB.open(name));
      const all = await done(opened.transaction(from).objectStore(from).getAll());
      opened.close();
      return all;
    },
    [database, table] as const,
  );
}
