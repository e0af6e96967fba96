import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Whoever restores queries from this device. */
interface Restorer {
  /** Resolves when a query that is being restored has been. */
  restored(hash: string): Promise<void>;
}

const restorers = new WeakMap<QueryClient, Restorer>();

/** From now on reads of this client wait for what is cached of them. */
export function startHydration(client: QueryClient, restorer: Restorer): void {
  restorers.set(client, restorer);
}

/** Resolves when what is cached of this query, if anything, has been put into the client. */
export async function untilHydrated(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await restorers.get(client)?.restored(hashKey(queryKey));
}
