import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedClient,
  type Persister,
} from '@tanstack/react-query-persist-client';
import { Dexie, type Table } from 'dexie';

/** Receives the number of characters or bytes of each write of a persister. */
type Wrote = (size: number) => void;

/** Creates the library's sync persister: the whole cache as one text in localStorage. */
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

class TextDb extends Dexie {
  declare readonly texts: Table<string, string>;
  constructor(name: string) {
    super(name);
    this.version(1).stores({ texts: '' });
  }
}

/** Creates a text store in IndexedDB with the interface of the library's async persisters. */
function textStorage(name: string, wrote: Wrote): AsyncStorage {
  const { texts } = new TextDb(name);
  return {
    getItem: (key) => texts.get(key),
    removeItem: (key) => texts.delete(key),
    setItem: async (key, value) => {
      await texts.put(value, key);
      wrote(value.length);
    },
    entries: async () => {
      const found: [string, string][] = [];
      await texts.each((text, { key }) => void found.push([String(key), text]));
      return found;
    },
  };
}

/** Creates the library's async persister: the whole cache as one text in IndexedDB. */
export function stockAsync(wrote: Wrote): Persister {
  return createAsyncStoragePersister({
    key: 'bench-stock',
    throttleTime: 0,
    storage: textStorage('bench-stock-async', wrote),
  });
}

class WholeDb extends Dexie {
  declare readonly clients: Table<PersistedClient, string>;
  constructor() {
    super('bench-stock-whole');
    this.version(1).stores({ clients: '' });
  }
}

/** Creates the IndexedDB persister of the library's documentation: the whole cache as one value, rewritten at every change. */
export function stockWhole(wrote: Wrote): Persister {
  const db = new WholeDb();
  return {
    persistClient: async (client) => {
      await db.clients.put(client, 'client');
      wrote(JSON.stringify(client).length);
    },
    restoreClient: () => db.clients.get('client'),
    removeClient: () => db.clients.clear(),
  };
}

/** Creates the library's experimental persister: one text per query in IndexedDB. */
export function stockByQuery(wrote: Wrote) {
  const persister = experimental_createQueryPersister({ storage: textStorage('bench-stock-query', wrote) });
  return {
    save: (client: QueryClient, key: QueryKey) => persister.persistQueryByKey(key, client),
    restore: (client: QueryClient) => persister.restoreQueries(client),
  };
}
