import { createCollection, localOnlyCollectionOptions } from '@tanstack/db';
import { IndexedDBAdapter, startOfflineExecutor } from '@tanstack/offline-transactions';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Tokens } from '#contract/account.ts';
import { median } from './middle.ts';
import { postStudent } from './post-student.ts';

/** Simulates connectivity that is offline until it is switched on. */
function switchedOn() {
  const listeners = new Set<() => void>();
  let online = false;
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notifyOnline: () => {
      online = true;
      for (const listener of listeners) listener();
    },
    isOnline: () => online,
    dispose: () => listeners.clear(),
  };
}

/**
 * Measures the same students with TanStack DB's offline transactions: stored offline, then sent.
 * They use relaxed durability and send one at a time.
 * @returns milliseconds until one is stored, and for sending all of them
 */
export async function offlineTransactions(
  pair: Tokens,
  count: number,
): Promise<{ stored: number; sending: number }> {
  const run = newMutationId();
  const students = createCollection(
    localOnlyCollectionOptions<{ id: string; name: string }, string>({
      id: `students-${run}`,
      getKey: ({ id }) => id,
    }),
  );
  const stored: number[] = [];
  const detector = switchedOn();
  const storage = new IndexedDBAdapter(`bench-transactions-${run}`);
  const put = storage.set.bind(storage);
  let began = 0;
  let onOnline: () => void = () => undefined;
  storage.set = async (key, value) => {
    await put(key, value);
    if (began === 0) return;
    stored.push(performance.now() - began);
    onOnline();
  };
  const executor = startOfflineExecutor({
    collections: { students },
    storage,
    onlineDetector: detector,
    mutationFns: {
      create: async ({ transaction, idempotencyKey }) => {
        for (const { modified } of transaction.mutations)
          await postStudent(pair, String(modified.name), idempotencyKey);
      },
    },
  });
  await executor.waitForInit();
  const commits: Promise<unknown>[] = [];
  for (let number = 0; number < count; number++) {
    const kept = new Promise<void>((resolve) => {
      onOnline = resolve;
    });
    began = performance.now();
    const write = executor.createOfflineTransaction({ mutationFnName: 'create', autoCommit: false });
    write.mutate(() => students.insert({ id: newMutationId(), name: `Stock ${number} ${run}` }));
    commits.push(write.commit());
    await kept;
  }
  began = 0;
  const start = performance.now();
  detector.notifyOnline();
  await Promise.all(commits);
  const sending = performance.now() - start;
  executor.dispose();
  return { stored: median(stored), sending };
}
