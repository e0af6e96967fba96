import type { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { type ReactNode, useEffect, useState } from 'react';
import { kickDrainer, startDraining } from '#app/outbox/drain-triggers.ts';
import { watchOutbox } from '#app/outbox/outbox-mirror.ts';
import { pruneSettled } from '#app/outbox/prune-settled.ts';
import { connection, onConnectionChange } from './connection.ts';
import { hydrateFirstFrame, keepFirstFrame } from './keep-first-frame.ts';
import { makeQueryClient } from './query-client.ts';
import { CACHE_MAX_AGE, QueryStore } from './query-store.ts';
import { refreshAffected } from './refresh-affected.ts';
import { type Owner, ownerKey, useOwner } from './session.ts';
import { warmUp } from './warm-up.ts';

const WARM_UP_AFTER = 2_000;

/** Holds the data of whoever is signed in: their own client, their own cache, their own outbox. */
export function SignedInData({ children }: { children: ReactNode }) {
  const owner = useOwner();
  if (!owner) return null;
  return (
    <OwnedData key={ownerKey(owner)} owner={owner}>
      {children}
    </OwnedData>
  );
}

function openFor(owner: Owner): { client: QueryClient; store: QueryStore } {
  const client = makeQueryClient();
  hydrateFirstFrame(client, owner);
  return { client, store: new QueryStore(owner) };
}

function OwnedData({ owner, children }: { owner: Owner; children: ReactNode }) {
  const [{ client, store }] = useState(() => openFor(owner));
  useEffect(() => keepGoing(owner, client, store), [owner, client, store]);
  return (
    <PersistQueryClientProvider
      client={client}
      persistOptions={{
        persister: store.persister,
        maxAge: CACHE_MAX_AGE,
        // The store saves each query by itself; the library would go through the whole cache at every change.
        dehydrateOptions: { shouldDehydrateQuery: () => false, shouldDehydrateMutation: () => false },
      }}
    >
      {children}
    </PersistQueryClientProvider>
  );
}

/** Everything that runs beside the screens while a person is signed in. */
function keepGoing(owner: Owner, client: QueryClient, store: QueryStore): () => void {
  const leaving = new AbortController();
  const stops = [
    store.watch(client),
    keepFirstFrame(client, owner),
    watchOutbox(owner),
    refreshAffected(client),
    startDraining(owner),
    onConnectionChange(() => {
      // Drain first, then read: what is read then has what was sent.
      if (connection() === 'online') void kickDrainer(true).then(() => client.invalidateQueries());
    }),
  ];
  const timer = setTimeout(() => {
    void warmUp(client, leaving.signal);
    void pruneSettled();
  }, WARM_UP_AFTER);
  return () => {
    leaving.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
    void client.cancelQueries();
  };
}
