import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Persister } from '@tanstack/react-query-persist-client';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import type { Owner } from '#app/api/session.ts';
import { QueryPersister } from '#app/cache/device/query-persister.ts';
import { startSending, triggerSend } from '#app/outbox/sender/triggers.ts';
import { pruneDiscarded } from '#app/outbox/store/discarded.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { pruneSettled } from '#app/outbox/store/prune-settled.ts';
import { rememberIdempotency } from '#app/outbox/store/server-facts.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { watchWrongMonth } from '#app/sync-center/wrong-month.ts';

const PRUNE_AFTER = 5_000;

/**
 * Stores in the outbox whether the server knows idempotency keys, at each answer until stopped (decision 5).
 */
function noteHost(client: QueryClient, owner: Owner): () => void {
  const { queryKey } = branchQuery();
  const hash = hashKey(queryKey);
  let noted: boolean | undefined;
  const note = () => {
    const said = client.getQueryData(queryKey)?.idempotency;
    if (said === undefined || said === noted) return;
    noted = said;
    void rememberIdempotency(outboxDb(), owner, said);
  };
  note();
  return client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === hash) note();
  });
}

/** The services of one signed-in user that need this device's databases. */
export interface LocalServices {
  readonly persister: Persister;
  /** Saves queries, observes the outbox and sends it, until stopped. */
  start(): () => void;
}

/** Opens the device services of one user. */
export function openLocalServices(owner: Owner, client: QueryClient): LocalServices {
  const store = new QueryPersister(owner);
  const start = () => {
    const stops = [
      store.watch(client),
      noteHost(client, owner),
      subscribeToOutbox(owner),
      startSending(owner),
      watchWrongMonth(client),
      onConnectionChange(() => {
        // Send first, then refetch, so that the answers contain what was sent.
        if (connection() === 'online') void triggerSend(true).then(() => client.invalidateQueries());
      }),
    ];
    const timer = setTimeout(() => {
      void pruneSettled();
      void pruneDiscarded(outboxDb());
    }, PRUNE_AFTER);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  };
  return { persister: store.persister, start };
}
