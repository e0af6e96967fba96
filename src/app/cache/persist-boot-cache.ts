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
        // A save that was put off must not bring back what signing out has wiped.
        const owner = currentOwner();
        if (owner && ownerKey(owner) === key) writeLocal(name, value);
      },
      removeItem: removeLocal,
    },
  });

const belongs = ({ meta, state }: Query) => meta?.firstFrame === true && state.status === 'success';

/**
 * Fills a new client with the person's first-frame queries, synchronously: an offline launch shows names at
 * once, also where IndexedDB does not open.
 */
export function hydrateFromBootCache(client: QueryClient, owner: Owner): void {
  const key = ownerKey(owner);
  const stored = persisterFor(key).restoreClient();
  // The persister on localStorage answers at once; waiting for it would cost the first frame.
  if (!stored || 'then' in stored || stored.buster !== key) return;
  hydrate(client, stored.clientState);
}

/** Writes those queries whenever the host has answered one of them, until stopped. */
export function persistBootCache(client: QueryClient, owner: Owner): () => void {
  const buster = ownerKey(owner);
  const persister = persisterFor(buster);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !belongs(event.query)) return;
    const clientState = dehydrate(client, {
      shouldDehydrateQuery: belongs,
      shouldDehydrateMutation: () => false,
    });
    void persister.persistClient({ timestamp: Date.now(), buster, clientState });
  });
}
