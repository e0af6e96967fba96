import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { connection } from '#app/api/connection.ts';

/**
 * Milliseconds: one week (docs/offline-protocol.md); also the clients' gcTime. On the device queries expire only while
 * the server answers (fault 64).
 */
export const CACHE_MAX_AGE = 7 * 24 * 3_600_000;

/** Milliseconds after which a shown query is read again. */
export const STALE_TIME = 15_000;

/** Milliseconds. A read waits this long for a Retry-After by itself; after that its error is shown. */
const MAX_WAIT = 10_000;

const requestedWait = (error: unknown) =>
  error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;

/**
 * For one user. It ignores `navigator.onLine`, retries a failed read only while the server is reachable and not before
 * the requested time, and does not refetch on reconnect, because a refetch follows the sender.
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

interface Hydrator {
  whenHydrated(hash: string): Promise<void>;
}

const hydrators = new WeakMap<QueryClient, Hydrator>();

export function startHydration(client: QueryClient, hydrator: Hydrator): void {
  hydrators.set(client, hydrator);
}

export async function untilHydrated(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await hydrators.get(client)?.whenHydrated(hashKey(queryKey));
}
