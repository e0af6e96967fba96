import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** The part that hydrates queries from this device. */
interface Hydrator {
  /** Resolves when a query in hydration has been hydrated. */
  whenHydrated(hash: string): Promise<void>;
}

const hydrators = new WeakMap<QueryClient, Hydrator>();

/** Registers the hydrator of a client; its reads wait for cached data from then on. */
export function startHydration(client: QueryClient, hydrator: Hydrator): void {
  hydrators.set(client, hydrator);
}

/** Resolves when the cached data of a query, if any, is in the client. */
export async function untilHydrated(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await hydrators.get(client)?.whenHydrated(hashKey(queryKey));
}
