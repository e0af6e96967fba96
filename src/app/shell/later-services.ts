import type { QueryClient } from '@tanstack/react-query';
import type { Owner } from '#app/api/session.ts';
import { keepLive } from '#app/events/live-updates.ts';
import { keepPrefetched } from '#app/reads/on-demand/prefetch.ts';
import { keepLeftRecordsEncrypted } from './encrypt-left-records.ts';

/**
 * Starts what the first screen does not need, until stopped: reading ahead for offline use, showing what
 * others write, and encrypting what signed-out users left.
 */
export function startLaterServices(client: QueryClient, owner: Owner): () => void {
  keepLeftRecordsEncrypted();
  const stops = [keepPrefetched(client), keepLive(client, owner)];
  return () => {
    for (const stop of stops) stop();
  };
}
