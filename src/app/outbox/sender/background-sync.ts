import { connection, onConnectionChange } from '#app/api/connection.ts';
import { handOver, takeBack } from '#app/api/handed-over-session.ts';
import { currentSession, onSessionChange } from '#app/api/session.ts';
import { SYNC_TAG, syncsInBackground } from '#app/lib/background-store.ts';
import { isPending, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** The badge of the installed app, where the system has one. Also in the service worker. */
export function showBadge(count: number): void {
  const badge = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  // Refused where the app is not installed.
  const shown = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** Sent without a decision of the user. */
export const isAutomatic = ({ state, asksPerson }: OutboxEntry): boolean =>
  !asksPerson && (state === 'queued' || state === 'sending' || state === 'unknown');

async function registerSync(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { readonly sync?: SyncManager };
  if (!registration?.active || !sync) return false;
  await sync.register(SYNC_TAG);
  return true;
}

/** Without a registration nothing of the session is left. */
async function leaveToWorker(): Promise<void> {
  const left = (await handOver()) && (await registerSync().catch(() => false));
  if (!left) await takeBack();
}

/**
 * Until stopped: while entries wait and the page is hidden or offline, the service worker may send them for the closed
 * app, in Chromium. The badge shows how many wait or need the user.
 */
export function keepBackgroundSync(): () => void {
  /** The refresh token that the worker has; at the start perhaps that of an earlier visit. */
  let left: string | undefined = '';
  let shown: number | undefined;
  const update = () => {
    const { rows, loaded } = outboxView();
    if (!loaded) return;
    const count = rows.filter(isPending).length;
    if (count !== shown) showBadge(count);
    shown = count;
    if (!syncsInBackground()) return;
    if (!rows.some(isAutomatic)) {
      if (left !== undefined) void takeBack();
      left = undefined;
      return;
    }
    const token = currentSession()?.refresh;
    const isAway = document.visibilityState === 'hidden' || connection() === 'offline';
    if (!isAway || token === undefined || token === left) return;
    left = token;
    void leaveToWorker();
  };
  /** A registration is used up by one event. */
  const again = () => {
    left = undefined;
    update();
  };
  const stops = [onOutboxChange(update), onConnectionChange(again), onSessionChange(update)];
  document.addEventListener('visibilitychange', again);
  update();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', again);
    showBadge(0);
    void takeBack();
  };
}
