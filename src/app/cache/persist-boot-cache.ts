import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import type { Persister } from '@tanstack/react-query-persist-client';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { BOOT_CACHE_KEY } from './boot-cache.ts';

const persisterFor = (key: string): Persister =>
  createSyncStoragePersister({
    key: BOOT_CACHE_KEY,
    throttleTime: 100,
    storage: {
      getItem: (name) => readLocal(name) ?? null,
      setItem: (name, value) => {
        // A throttled save must not restore data that sign-out has deleted.
        const owner = currentOwner();
        if (owner && ownerKey(owner) === key) writeLocal(name, value);
      },
      removeItem: removeLocal,
    },
  });

const isBootQuery = ({ meta, state }: Query) => meta?.firstFrame === true && state.status === 'success';

/** Synchronous: an offline launch shows names at once, also where IndexedDB does not open. */
export function hydrateFromBootCache(client: QueryClient, owner: Owner): void {
  const key = ownerKey(owner);
  const stored = persisterFor(key).restoreClient();
  // The localStorage persister answers synchronously; awaiting it would delay the first frame.
  if (!stored || 'then' in stored || stored.buster !== key) return;
  hydrate(client, stored.clientState);
}

export function persistBootCache(client: QueryClient, owner: Owner): () => void {
  const buster = ownerKey(owner);
  const persister = persisterFor(buster);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isBootQuery(event.query)) return;
    const clientState = dehydrate(client, {
      shouldDehydrateQuery: isBootQuery,
      shouldDehydrateMutation: () => false,
    });
    void persister.persistClient({ timestamp: Date.now(), buster, clientState });
  });
}
