import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { connection } from '#app/api/connection.ts';

/**
 * Lifetime of cached queries, in milliseconds: one week (docs/offline-protocol.md); also the clients' gcTime.
 * On the device they expire only while the server answers (fault 64).
 */
export const CACHE_MAX_AGE = 7 * 24 * 3_600_000;

/** Age from which a query is read again when it is shown, in milliseconds. */
export const STALE_TIME = 15_000;

/** Longest Retry-After that a read waits for by itself, in milliseconds; after that its error is shown. */
const MAX_WAIT = 10_000;

const requestedWait = (error: unknown) =>
  error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;

/**
 * Creates a query client for one user. It ignores `navigator.onLine`, retries a failed read only while the
 * server is reachable and not before the time it asked for, and does not refetch on reconnect: that follows the
 * send pass.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: STALE_TIME,
        gcTime: CACHE_MAX_AGE,
        refetchOnReconnect: false,
        retry: (failures, error) =>
          failures < 2 && isTransient(error) && requestedWait(error) <= MAX_WAIT && connection() === 'online',
        retryDelay: (failures, error) =>
          Math.max(requestedWait(error), 500 * 2 ** failures * (0.5 + Math.random())),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

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
