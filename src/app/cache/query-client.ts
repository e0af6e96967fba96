import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '#app/api/api-error.ts';
import { connection } from '#app/api/connection.ts';

/**
 * Lifetime of cached queries, in milliseconds: one week (docs/offline-protocol.md); also the clients' gcTime.
 * On the device they expire only while the server answers (fault 64).
 */
export const CACHE_MAX_AGE = 7 * 24 * 3_600_000;

const STALE_TIME = 15_000;

/**
 * Creates a query client for one user. It ignores `navigator.onLine`, retries a failed read only while the
 * server is reachable, and does not refetch on reconnect: that follows the send pass.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: STALE_TIME,
        gcTime: CACHE_MAX_AGE,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && isTransient(error) && connection() === 'online',
        retryDelay: (failures) => 500 * 2 ** failures * (0.5 + Math.random()),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
