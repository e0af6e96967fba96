import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client';
import { Dexie, type Table } from 'dexie';

/** Told when a persister has written, and how many characters or bytes. */
type Wrote = (size: number) => void;

/** The library's own synchronous persister: the whole cache as one text in localStorage. */
export function stockSync(wrote: Wrote): Persister {
  return createSyncStoragePersister({
    key: 'bench-stock',
    throttleTime: 0,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      removeItem: (key) => localStorage.removeItem(key),
      setItem: (key, value) => {
        localStorage.setItem(key, value);
        wrote(value.length);
      },
    },
  });
}

class StockDb extends Dexie {
  declare readonly clients: Table<PersistedClient, string>;
  constructor() {
    super('bench-stock');
    this.version(1).stores({ clients: '' });
  }
}

/** The way of the library's documentation to IndexedDB: the whole cache as one value, put anew at every change. */
export function stockAsync(wrote: Wrote): Persister {
  const db = new StockDb();
  return {
    persistClient: async (client) => {
      await db.clients.put(client, 'client');
      wrote(JSON.stringify(client).length);
    },
    restoreClient: () => db.clients.get('client'),
    removeClient: () => db.clients.clear(),
  };
}
