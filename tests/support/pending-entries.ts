import type { Page } from '@playwright/test';

/** Copies the one pending student in the outbox, each with its own key: "Fifty 1", "Fifty 2" and so on. */
export async function multiplyPending(page: Page, count: number, name: string): Promise<void> {
  await page.evaluate(
    async ([wanted, called]) => {
      const opened = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await opened(indexedDB.open('branch-desk-outbox'));
      const store = db.transaction('outbox', 'readwrite').objectStore('outbox');
      const [{ seq: _, ...row }] = await opened(store.getAll());
      for (let at = 1; at < wanted; at += 1) {
        const id = crypto.randomUUID();
        const recordId = row.operation.recordId.replace(row.id, id);
        const entityKey = row.entityKey.replace(row.id, id);
        const operation = { ...row.operation, recordId };
        store.add({ ...row, id, operation, entityKey, body: { ...row.body, name: `${called} ${at}` } });
      }
      await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
      db.close();
    },
    [count, name] as const,
  );
}
