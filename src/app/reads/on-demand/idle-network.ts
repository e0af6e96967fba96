import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';

/** Minimum downlink for a prefetch, in megabits per second. */
const TOO_SLOW = 0.7;

const line = z.object({
  saveData: z.boolean().optional(),
  effectiveType: z.string().optional(),
  downlink: z.number().optional(),
});

/**
 * Returns whether the connection is metered or slow, as far as the browser tells. Then it is left to the
 * user's own requests.
 */
function isPrecious(): boolean {
  const told = 'connection' in navigator ? line.safeParse(navigator.connection).data : undefined;
  if (!told) return false;
  const { saveData = false, effectiveType = '', downlink = TOO_SLOW } = told;
  return saveData || /2g$/.test(effectiveType) || downlink < TOO_SLOW;
}

/** Returns whether something has priority: a hidden page, a read of a screen, an entry to be sent. */
function isTaken(client: QueryClient): boolean {
  const { rows } = outboxView();
  const sends = rows.some(({ state }) => state === 'sending' || state === 'queued');
  return document.visibilityState === 'hidden' || client.isFetching() > 0 || sends;
}

/** Resolves at the next change that may affect `isBusy`, or on abort. */
function change(client: QueryClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const stops = [client.getQueryCache().subscribe(over), onOutboxChange(over), onConnectionChange(over)];
    document.addEventListener('visibilitychange', over);
    signal.addEventListener('abort', over);
  });
}

/** Time limit for waiting until the page is idle, in milliseconds. */
const BUSY_AT_MOST = 5_000;

/**
 * Waits until the network is idle: no read of a screen, no pending entry of this user.
 * @returns false where prefetching is off: aborted, server unreachable, metered or slow connection
 */
export async function untilNetworkIdle(client: QueryClient, signal: AbortSignal): Promise<boolean> {
  const stays = () => !signal.aborted && connection() === 'online' && !isPrecious();
  while (stays()) {
    if (isTaken(client)) await change(client, signal);
    else {
      await whenIdle(BUSY_AT_MOST);
      if (!isTaken(client)) break;
    }
  }
  return stays();
}
