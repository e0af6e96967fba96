import type { QueryClient } from '@tanstack/react-query';
import type { Owner } from '#app/api/session.ts';
import { keepLive } from '#app/events/live-updates.ts';
import { keepBackgroundSync } from '#app/outbox/sender/background-sync.ts';
import { keepPrefetched } from '#app/reads/prefetch.ts';
import { watchRole } from '#app/reads/watch-role.ts';
import { keepAnnounced } from '#app/sync-center/device-entries/announce-entries.ts';
import { keepLeftDataCleared } from './clear-left-data.ts';
import { watchPerson } from './person-choices.ts';

export function startLaterServices(client: QueryClient, owner: Owner): () => void {
  keepLeftDataCleared();
  const stops = [
    // Before anything is read ahead: a read that is under way when it begins is made twice.
    keepLive(client, owner),
    keepPrefetched(client),
    keepBackgroundSync(),
    keepAnnounced(client, owner),
    watchRole(client, owner),
    watchPerson(client, owner),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
