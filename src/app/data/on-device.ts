import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Persister } from '@tanstack/react-query-persist-client';
import { pruneDiscarded } from '#app/outbox/discarded.ts';
import { kickDrainer, startDraining } from '#app/outbox/drain-triggers.ts';
import { noteIdempotency } from '#app/outbox/host-facts.ts';
import { outboxDb } from '#app/outbox/outbox-db.ts';
import { watchOutbox } from '#app/outbox/outbox-mirror.ts';
import { pruneSettled } from '#app/outbox/prune-settled.ts';
import { watchLanded } from '#app/outbox/wrong-month.ts';
import { branchQuery } from './branch-queries.ts';
import { connection, onConnectionChange } from './connection.ts';
import { QueryStore } from './query-store.ts';
import type { Owner } from './session.ts';

const PRUNE_AFTER = 5_000;

/** Notes for the outbox what the host says of repeated writes, whenever it does, until stopped (decision 5). */
function noteHost(client: QueryClient, owner: Owner): () => void {
  const { queryKey } = branchQuery();
  const hash = hashKey(queryKey);
  let noted: boolean | undefined;
  const note = () => {
    const said = client.getQueryData(queryKey)?.idempotency;
    if (said === undefined || said === noted) return;
    noted = said;
    void noteIdempotency(outboxDb(), owner, said);
  };
  note();
  return client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === hash) note();
  });
}

/** What needs this device's databases, for one signed-in person. */
export interface OnDevice {
  readonly persister: Persister;
  /** Saves queries, watches the outbox and drains it, until stopped. */
  start(): () => void;
}

/** Opens this person's side of the device. */
export function openOnDevice(owner: Owner, client: QueryClient): OnDevice {
  const store = new QueryStore(owner);
  const start = () => {
    const stops = [
      store.watch(client),
      noteHost(client, owner),
      watchOutbox(owner),
      startDraining(owner),
      watchLanded(client),
      onConnectionChange(() => {
        // Drain first, then read: what is read then has what was sent.
        if (connection() === 'online') void kickDrainer(true).then(() => client.invalidateQueries());
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
