import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';

/** Megabits a second below which nothing is read that nobody has asked for. */
const TOO_SLOW = 0.7;

const line = z.object({
  saveData: z.boolean().optional(),
  effectiveType: z.string().optional(),
  downlink: z.number().optional(),
});

/** Whether this connection is metered or slow, as far as the browser tells: then it is for what people do. */
function isPrecious(): boolean {
  const told = 'connection' in navigator ? line.safeParse(navigator.connection).data : undefined;
  if (!told) return false;
  const { saveData = false, effectiveType = '', downlink = TOO_SLOW } = told;
  return saveData || /2g$/.test(effectiveType) || downlink < TOO_SLOW;
}

/** Whether something else comes first: a page that is looked at elsewhere, a read of a screen, a write on its way. */
function isTaken(client: QueryClient): boolean {
  const { rows } = outboxView();
  const sends = rows.some(({ state }) => state === 'sending' || state === 'queued');
  return document.visibilityState === 'hidden' || client.isFetching() > 0 || sends;
}

/** Resolves at the next change of anything that `isTaken` looks at, or when the wait is called off. */
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

/** A page that is busy for longer than this is not waited for (milliseconds). */
const BUSY_AT_MOST = 5_000;

/**
 * Waits until the line is free for something that nobody waits for: behind every read of a screen and every write of this person.
 * @returns false where it is not to be used at all: called off, no answer from the host, a metered or slow connection
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
