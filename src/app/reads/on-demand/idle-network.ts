import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';

const networkInformation = z.object({ saveData: z.boolean().optional() });

/**
 * Returns whether the user asked the browser to save data. A slow connection alone is no reason to stay
 * unprepared: it is the one that is lost next (fault 63).
 */
function savesData(): boolean {
  if (!('connection' in navigator)) return false;
  return networkInformation.safeParse(navigator.connection).data?.saveData === true;
}

/**
 * Returns whether something has priority. That is a hidden page, a read of a screen, or an entry to be sent.
 */
function isBusy(client: QueryClient): boolean {
  const { rows: entries } = outboxView();
  const hasPending = entries.some(({ state }) => state === 'sending' || state === 'queued');
  return document.visibilityState === 'hidden' || client.isFetching() > 0 || hasPending;
}

/** Resolves at the next change that may affect `isBusy`, or on abort. */
function nextChange(client: QueryClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const stops = [
      client.getQueryCache().subscribe(finish),
      onOutboxChange(finish),
      onConnectionChange(finish),
    ];
    document.addEventListener('visibilitychange', finish);
    signal.addEventListener('abort', finish);
  });
}

/** Time limit for waiting until the page is idle, in milliseconds. */
const IDLE_TIMEOUT = 5_000;

/**
 * Waits until the network is idle. No screen reads then, and no entry of this user is to be sent.
 * @param requested the user asked for it: data saving is no reason against it
 * @returns false where prefetching is off: aborted, server unreachable, data saving
 */
export async function untilNetworkIdle(
  client: QueryClient,
  signal: AbortSignal,
  requested = false,
): Promise<boolean> {
  const isAllowed = () => !signal.aborted && connection() === 'online' && (requested || !savesData());
  while (isAllowed()) {
    if (isBusy(client)) await nextChange(client, signal);
    else {
      await whenIdle(IDLE_TIMEOUT);
      if (!isBusy(client)) break;
    }
  }
  return isAllowed();
}
