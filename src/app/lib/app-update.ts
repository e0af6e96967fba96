import type { Workbox } from 'workbox-window';
import { createStore } from './store.ts';
import { hasUnsavedChanges, untilNothingIsSending, whenReloadAllowed } from './update-guard.ts';
import { useStore } from './use-store.ts';

const LOOK_AGAIN = 60 * 60 * 1000;
/** An entry on its way is waited for: it takes moments, and on a bad line its next try comes after a pause (milliseconds). */
const SENT_WITHIN = 10_000;

const ready = createStore<Workbox | undefined>(undefined);

/**
 * Registers the service worker and looks for newer versions: hourly, and when the app comes back to the front.
 * A newer one waits until a person accepts it; until then this one keeps every part of itself. Once it takes over,
 * in whichever tab that was accepted, this tab reloads as soon as nothing can be lost by it.
 */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => ready.set(worker));
  reloadWhenReplaced();
  // A browser or a policy that forbids service workers: the app works, only not offline.
  if (!(await worker.register().catch(() => undefined))) return;
  // Offline, or the server away: the next look finds it.
  const look = () => worker.update().catch(() => undefined);
  setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look();
  });
}

/** The first version to take a page over is its own; the next one is newer than the page. */
function reloadWhenReplaced(): void {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) void whenReloadAllowed().then(() => location.reload());
    controlled = true;
  });
}

/** What keeps a new version from taking over, in whichever tab. */
export type UpdateBlocker = 'unsaved' | 'sending';

/** To whoever has waited for `sending` in vain. */
export const STILL_SENDING_MESSAGE = 'An entry is still being sent. Update in a moment.';

/** What keeps this device's tabs from being reloaded; an entry on its way is waited for. Undefined where nothing does. */
export async function updateBlocker(): Promise<UpdateBlocker | undefined> {
  if (await hasUnsavedChanges()) return 'unsaved';
  return (await untilNothingIsSending(SENT_WITHIN)) ? undefined : 'sending';
}

/**
 * Lets the waiting version take over, unless a tab would lose something by it.
 * @returns what keeps it from that.
 */
export async function updateNow(): Promise<UpdateBlocker | undefined> {
  const why = await updateBlocker();
  if (!why) ready.get()?.messageSkipWaiting();
  return why;
}

/** Puts the offer away until the app is opened anew. */
export function updateLater(): void {
  ready.set(undefined);
}

/** Whether a newer version waits to be accepted. */
export function useUpdateReady(): boolean {
  return useStore(ready) !== undefined;
}
