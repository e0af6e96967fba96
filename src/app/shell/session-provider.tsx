import type { QueryClient } from '@tanstack/react-query';
import {
  type Persister,
  PersistQueryClientProvider,
  persistQueryClientRestore,
} from '@tanstack/react-query-persist-client';
import { type ReactNode, useEffect, useState } from 'react';
import { loadUntilThere } from '#app/api/chunk-load-error.ts';
import { currentOwner, type Owner, ownerKey, useOwner } from '#app/api/session.ts';
import { hydrateFromBootCache, persistBootCache } from '#app/cache/persist-boot-cache.ts';
import { CACHE_MAX_AGE, createQueryClient } from '#app/cache/query-client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { hasCachedQueries } from '#app/lib/database-exists.ts';
import { withTimeout } from '#app/lib/timers.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { refetchAffected } from '#app/reads/refetch-affected.ts';
import type { LocalServices } from './local-services.ts';

// The session of a signed-in user is a query client and the services of this device: its cache and its outbox. It is
// opened before the frame is rendered, so that the first render has rows with their pending entries; the provider takes
// it over, or opens another one for another user. What the first screen does not need is started two seconds later, and
// the services of a device without a cache after its first reads.

/** Milliseconds after which the later services are loaded. */
const LATER_DELAY = 2_000;
/** Milliseconds to wait for the device's cache; then the frame is shown without rows. */
const RESTORE_WAIT = 400;
const READS_WAIT = 3_000;
/** Milliseconds in which the data of the last read is painted. */
const PAINT_DELAY = 100;

interface OpenSession {
  readonly owner: Owner;
  readonly client: QueryClient;
  readonly hasCache: Promise<boolean>;
  readonly services: Promise<LocalServices | undefined>;
  readonly persister: Persister;
}

const loadServices = async (owner: Owner, client: QueryClient) =>
  (await import('./local-services.ts')).openLocalServices(owner, client);

function openSession(owner: Owner): OpenSession {
  const client = createQueryClient();
  hydrateFromBootCache(client, owner);
  const hasCache = hasCachedQueries();
  const services = hasCache
    .then((cached) => (cached ? undefined : afterFirstReads(client)))
    .then(() => loadServices(owner, client))
    .catch(() => undefined);
  const restore = async () => ((await hasCache) ? (await services)?.persister.restoreClient() : undefined);
  let restored: ReturnType<typeof restore> | undefined;
  const persister: Persister = {
    // Asked for twice where the session was prepared: the device is read once.
    restoreClient() {
      restored ??= restore();
      return restored;
    },
    persistClient: () => undefined,
    removeClient: async () => (await services)?.persister.removeClient(),
  };
  return { owner, client, hasCache, services, persister };
}

function afterFirstReads(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    let painting: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, READS_WAIT);
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      clearTimeout(painting);
      if (client.isFetching() === 0) painting = setTimeout(finish, PAINT_DELAY);
    });
  });
}

let prepared: OpenSession | undefined;

/** Never throws. */
export async function prepareSession(): Promise<void> {
  const owner = currentOwner();
  if (!owner) return;
  const session = openSession(owner);
  prepared = session;
  const { client: queryClient, persister } = session;
  const read = async () => {
    const outbox = session.hasCache.then(async (cached) => cached && (await session.services)?.readOutbox());
    await Promise.all([outbox, persistQueryClientRestore({ queryClient, persister, maxAge: CACHE_MAX_AGE })]);
  };
  await withTimeout(read(), RESTORE_WAIT, () => undefined).catch(() => undefined);
}

function takeSession(owner: Owner): OpenSession {
  const taken = prepared;
  prepared = undefined;
  if (taken && ownerKey(taken.owner) === ownerKey(owner)) return taken;
  // The entries of another user may be there, read for a session that never began.
  if (taken) publishOutbox(EMPTY_OUTBOX);
  return openSession(owner);
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const owner = useOwner();
  if (!owner) return null;
  return (
    <OwnerSession key={ownerKey(owner)} owner={owner}>
      {children}
    </OwnerSession>
  );
}

function OwnerSession({ owner, children }: { owner: Owner; children: ReactNode }) {
  const [session] = useState(() => takeSession(owner));
  useEffect(() => startBackgroundWork(session), [session]);
  return (
    <PersistQueryClientProvider
      client={session.client}
      persistOptions={{
        persister: session.persister,
        maxAge: CACHE_MAX_AGE,
        // `QueryPersister` saves each query by itself; the library would scan the whole cache at every change.
        dehydrateOptions: { shouldDehydrateQuery: () => false, shouldDehydrateMutation: () => false },
      }}
    >
      {children}
    </PersistQueryClientProvider>
  );
}

function startBackgroundWork({ owner, client, services }: OpenSession): () => void {
  const stops = [persistBootCache(client, owner), refetchAffected(client)];
  // Without them nothing that waits is sent.
  const loadOwn = async () => (await services) ?? loadServices(owner, client);
  stops.push(loadUntilThere(loadOwn, ({ start }) => void stops.push(start())));
  const startLater = () => {
    const load = () => import('./later-services.ts');
    // Until then everything is read on first use, and changes of others when a screen is opened. What watches the
    // connection is in the missing module: a read tells whether the server is still there.
    const failed = () => void client.refetchQueries({ queryKey: keys.branch });
    const start = ({ startLaterServices }: Awaited<ReturnType<typeof load>>) =>
      void stops.push(startLaterServices(client, owner));
    stops.push(loadUntilThere(load, start, failed));
  };
  const timer = setTimeout(startLater, LATER_DELAY);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    void client.cancelQueries();
  };
}
