import type { QueryClient } from '@tanstack/react-query';
import { type Persister, PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { type ReactNode, useEffect, useState } from 'react';
import { type Owner, ownerKey, useOwner } from '#app/api/session.ts';
import { hydrateFromBootCache, persistBootCache } from '#app/cache/persist-boot-cache.ts';
import { CACHE_MAX_AGE, createQueryClient } from '#app/cache/query-client.ts';
import { hasCachedQueries } from '#app/lib/database-exists.ts';
import { refetchAffected } from '#app/reads/refetch-affected.ts';
import type { LocalServices } from './local-services.ts';

const WARM_UP_AFTER = 2_000;
const AT_LATEST = 3_000;
const PAINTED_WITHIN = 100;

/** Provides the data of the signed-in user: a query client, cache and outbox of their own. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const owner = useOwner();
  if (!owner) return null;
  return (
    <OwnedData key={ownerKey(owner)} owner={owner}>
      {children}
    </OwnedData>
  );
}

interface Opened {
  readonly client: QueryClient;
  /** Undefined where that module could not be loaded. */
  readonly device: Promise<LocalServices | undefined>;
  readonly persister: Persister;
}

/**
 * Opens a user's query client and device services. The services load before the first screen only where this
 * device has cached queries; otherwise after its reads.
 */
function openFor(owner: Owner): Opened {
  const client = createQueryClient();
  hydrateFromBootCache(client, owner);
  const keeps = hasCachedQueries();
  const device = keeps
    .then((kept) => (kept ? undefined : afterFirstReads(client)))
    .then(() => import('./local-services.ts'))
    .then(({ openLocalServices: openOnDevice }) => openOnDevice(owner, client))
    .catch(() => undefined);
  const persister: Persister = {
    restoreClient: async () => ((await keeps) ? (await device)?.persister.restoreClient() : undefined),
    persistClient: () => undefined,
    removeClient: async () => (await device)?.persister.removeClient(),
  };
  return { client, device, persister };
}

/** Resolves when the first screen's reads have settled and their data has been painted. */
function afterFirstReads(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    let painting: ReturnType<typeof setTimeout> | undefined;
    const over = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(over, AT_LATEST);
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      clearTimeout(painting);
      if (client.isFetching() === 0) painting = setTimeout(over, PAINTED_WITHIN);
    });
  });
}

function OwnedData({ owner, children }: { owner: Owner; children: ReactNode }) {
  const [{ client, device, persister }] = useState(() => openFor(owner));
  useEffect(() => keepGoing(owner, client, device), [owner, client, device]);
  return (
    <PersistQueryClientProvider
      client={client}
      persistOptions={{
        persister,
        maxAge: CACHE_MAX_AGE,
        // `QueryPersister` saves each query by itself; the library would scan the whole cache at every
        // change.
        dehydrateOptions: { shouldDehydrateQuery: () => false, shouldDehydrateMutation: () => false },
      }}
    >
      {children}
    </PersistQueryClientProvider>
  );
}

/** Starts all background work of a signed-in user; returns the stop function. */
function keepGoing(owner: Owner, client: QueryClient, device: Opened['device']): () => void {
  const leaving = new AbortController();
  const stops = [persistBootCache(client, owner), refetchAffected(client)];
  void device.then((opened) => {
    if (opened && !leaving.signal.aborted) stops.push(opened.start());
  });
  const timer = setTimeout(() => {
    import('#app/reads/on-demand/prefetch.ts').then(
      ({ keepPrefetched: keepWarm }) => {
        if (!leaving.signal.aborted) stops.push(keepWarm(client));
      },
      // Without this module nothing is prefetched; everything is read on first use.
      () => undefined,
    );
  }, WARM_UP_AFTER);
  return () => {
    leaving.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
    void client.cancelQueries();
  };
}
