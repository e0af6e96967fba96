import type { QueryClient } from '@tanstack/react-query';
import type { Owner } from '#app/api/session.ts';
import { keepLive } from '#app/events/live-updates.ts';
import { keepPrefetched } from '#app/reads/on-demand/prefetch.ts';

/**
 * Starts what the first screen does not need, until stopped: reading ahead for offline use, and showing what
 * others write.
 */
export function startLaterServices(client: QueryClient, owner: Owner): () => void {
  const stops = [keepPrefetched(client), keepLive(client, owner)];
  return () => {
    for (const stop of stops) stop();
  };
}
