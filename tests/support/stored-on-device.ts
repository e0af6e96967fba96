import type { Page } from '@playwright/test';

/** Everything in a table of one of the databases on the device of a page of the app, as a person with a cable would find it. */
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
