import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '#app/api/api-error.ts';
import { connection } from '#app/api/connection.ts';

/** Cached queries live a week, in milliseconds (offline design); the clients' gcTime is as long. */
export const CACHE_MAX_AGE = 7 * 24 * 3_600_000;

const FRESH = 15_000;

/**
 * A client for one person. It asks the host whatever the browser thinks of the network, tries a lost read
 * again only while the host otherwise answers, and leaves reads after a reconnect to whoever has drained the
 * outbox first.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: FRESH,
        gcTime: CACHE_MAX_AGE,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && isTransient(error) && connection() === 'online',
        retryDelay: (failures) => 500 * 2 ** failures * (0.5 + Math.random()),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
