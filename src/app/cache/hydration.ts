import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** The part that hydrates queries from this device. */
interface Restorer {
  /** Resolves when a query in hydration has been hydrated. */
  restored(hash: string): Promise<void>;
}

const restorers = new WeakMap<QueryClient, Restorer>();

/** Registers the hydrator of a client; its reads wait for cached data from then on. */
export function startHydration(client: QueryClient, restorer: Restorer): void {
  restorers.set(client, restorer);
}

/** Resolves when the cached data of a query, if any, is in the client. */
export async function untilHydrated(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await restorers.get(client)?.restored(hashKey(queryKey));
}
