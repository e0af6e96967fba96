import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';

/** Minimum downlink for a prefetch, in megabits per second. */
const MIN_DOWNLINK = 0.7;

const networkInformation = z.object({
  saveData: z.boolean().optional(),
  effectiveType: z.string().optional(),
  downlink: z.number().optional(),
});

/**
 * Returns whether the connection is metered or slow, as far as the browser tells. Then it is left to the
 * user's own requests.
 */
function isMetered(): boolean {
  const information =
    'connection' in navigator ? networkInformation.safeParse(navigator.connection).data : undefined;
  if (!information) return false;
  const { saveData = false, effectiveType = '', downlink = MIN_DOWNLINK } = information;
  return saveData || /2g$/.test(effectiveType) || downlink < MIN_DOWNLINK;
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
 * @returns false where prefetching is off: aborted, server unreachable, metered or slow connection
 */
export async function untilNetworkIdle(client: QueryClient, signal: AbortSignal): Promise<boolean> {
  const isAllowed = () => !signal.aborted && connection() === 'online' && !isMetered();
  while (isAllowed()) {
    if (isBusy(client)) await nextChange(client, signal);
    else {
      await whenIdle(IDLE_TIMEOUT);
      if (!isBusy(client)) break;
    }
  }
  return isAllowed();
}
