import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Persister } from '@tanstack/react-query-persist-client';
import { connection, onConnectionChange, untilAnswered } from '#app/api/connection.ts';
import { onGenerationChange, seenGeneration } from '#app/api/server-version.ts';
import { type Owner, onSessionChange } from '#app/api/session.ts';
import { dropExpiredQueries } from '#app/cache/device/cache-db.ts';
import { QueryPersister } from '#app/cache/device/query-persister.ts';
import { pruneInput } from '#app/kept-input/kept-input.ts';
import { throttle } from '#app/lib/timers.ts';
import { startSending, triggerSend } from '#app/outbox/sender/sender.ts';
import { pruneDiscarded } from '#app/outbox/store/discarded.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readOutboxFirst, subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { comparedGeneration, rememberCapabilities } from '#app/outbox/store/server-facts.ts';
import { pruneSettled } from '#app/outbox/store/stored-entries.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { invalidateOutdated } from '#app/reads/refetch-affected.ts';
import { watchNextMonth, watchWrongMonth } from '#app/sync-center/month-notices.ts';
import type { BranchDetails } from '#contract/branch.ts';

const PRUNE_DELAY = 5_000;

/** Milliseconds. Where writes fail and reads succeed, each read would start the next round. */
const RECOVERY_INTERVAL = 10_000;

/** Capabilities beyond the specification (decisions 5 and 41), stored at each answer until stopped. */
function watchCapabilities(client: QueryClient, owner: Owner): () => void {
  const { queryKey } = branchQuery();
  const hash = hashKey(queryKey);
  let lastStored: BranchDetails | undefined;
  const storeDeclared = () => {
    const declared = client.getQueryData(queryKey);
    if (declared === undefined || declared === lastStored) return;
    lastStored = declared;
    void rememberCapabilities(outboxDb(), owner, declared);
  };
  storeDeclared();
  return client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === hash) storeDeclared();
  });
}

/** Reads everything again if the server's database was restored from a backup. */
async function compareAfterRestore(client: QueryClient, owner: Owner): Promise<void> {
  const compared = await comparedGeneration(outboxDb(), owner);
  await triggerSend(true);
  if (compared !== undefined && compared !== seenGeneration()) await client.invalidateQueries();
}

/** Older than a week. Before the server has answered, old answers are all this device has (fault 64). */
async function dropExpired(): Promise<void> {
  await dropExpiredQueries();
  await pruneSettled();
}

export interface LocalServices {
  readonly persister: Persister;
  readOutbox(): Promise<void>;
  start(): () => void;
}

/** If the key has arrived (decision 97). Never throws. */
async function decryptEntries(owner: Owner): Promise<void> {
  try {
    const { decryptOwnEntries } = await import('#app/outbox/store/encrypted-entries.ts');
    await decryptOwnEntries(outboxDb(), owner);
  } catch {
    // They stay encrypted, and are shown as such, until the next start.
  }
}

/** Until stopped. Decrypts it first; a key that a refresh brings later decrypts it then. */
function openOutbox(owner: Owner): () => void {
  const encrypted = outboxDb().outbox.where('[ownerId+state]').equals([owner.ownerId, 'encrypted']);
  // One look at an index, so that a start with nothing encrypted loads nothing.
  const isEncrypted = async () => (await encrypted.count().catch(() => 0)) > 0;
  const decrypt = async () => {
    if (await isEncrypted()) await decryptEntries(owner);
  };
  const stops: (() => void)[] = [];
  let stopped = false;
  const open = async () => {
    await decrypt();
    const waitsForKey = await isEncrypted();
    if (stopped) return;
    if (waitsForKey) stops.push(onSessionChange(() => void decrypt()));
    stops.push(subscribeToOutbox(owner), startSending(owner));
  };
  void open();
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}

export function openLocalServices(owner: Owner, client: QueryClient): LocalServices {
  const queryPersister = new QueryPersister(owner);
  // Send first, then refetch, so that the answers contain the sent entries.
  const recover = () => void triggerSend(true).then(() => client.invalidateQueries());
  const recovery = throttle(recover, RECOVERY_INTERVAL);
  const start = () => {
    const stops = [
      queryPersister.watch(client),
      watchCapabilities(client, owner),
      openOutbox(owner),
      invalidateOutdated(client),
      watchWrongMonth(client),
      onGenerationChange(() => void compareAfterRestore(client, owner)),
      watchNextMonth(client),
      onConnectionChange(() => {
        if (connection() === 'online') recovery.run();
      }),
      recovery.cancel,
    ];
    let stopped = false;
    const timer = setTimeout(() => {
      // Also the discarded ones, which nothing at the start shows.
      void decryptEntries(owner);
      void pruneDiscarded(outboxDb());
      pruneInput(Date.now());
      void untilAnswered().then(() => (stopped ? undefined : dropExpired()));
    }, PRUNE_DELAY);
    return () => {
      stopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  };
  return { persister: queryPersister.persister, readOutbox: () => readOutboxFirst(owner), start };
}
