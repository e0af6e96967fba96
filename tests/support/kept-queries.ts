import type { Page } from '@playwright/test';

/** What the database of cached answers holds on the device of a page of the app, as a person with a cable would find it. */
export function keptQueries(page: Page): Promise<{ readonly hash: string }[]> {
  return page.evaluate(async () => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const database = await done(indexedDB.open('branch-desk-cache'));
    const kept = await done(database.transaction('queries').objectStore('queries').getAll());
    database.close();
    return kept;
  });
}
