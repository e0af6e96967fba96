import type { Workbox } from 'workbox-window';
import { createStore } from './store.ts';
import { hasUnsavedChanges, untilNothingIsSending, whenReloadAllowed } from './update-guard.ts';
import { useStore } from './use-store.ts';

const LOOK_AGAIN = 60 * 60 * 1000;
/**
 * Time to wait for an entry being sent, in milliseconds. Sending takes moments, but on a slow connection a
 * retry follows a backoff.
 */
const SENT_WITHIN = 10_000;

const ready = createStore<Workbox | undefined>(undefined);

/**
 * Registers the service worker and checks for updates hourly and when the app becomes visible. A new version
 * waits until the user accepts it. Once it takes over, in any tab, this tab reloads as soon as nothing can be
 * lost.
 */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => ready.set(worker));
  reloadWhenReplaced();
  // A browser or policy may forbid service workers: the app works, but not offline.
  if (!(await worker.register().catch(() => undefined))) return;
  // Offline or server unreachable: the next check retries.
  const look = () => worker.update().catch(() => undefined);
  setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look();
  });
}

/**
 * Reloads this tab when a newer version takes over. The first version to control a page is the page's own.
 */
function reloadWhenReplaced(): void {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) void whenReloadAllowed().then(() => location.reload());
    controlled = true;
  });
}

/** The reason why a new version must not take over, in any tab. */
export type UpdateBlocker = 'unsaved' | 'sending';

/** Message after `updateBlocker` has waited for `sending` in vain. */
export const STILL_SENDING_MESSAGE = 'An entry is still being sent. Update in a moment.';

/**
 * Returns what prevents a reload of this device's tabs; undefined where nothing does. Waits for an entry
 * being sent.
 */
export async function updateBlocker(): Promise<UpdateBlocker | undefined> {
  if (await hasUnsavedChanges()) return 'unsaved';
  return (await untilNothingIsSending(SENT_WITHIN)) ? undefined : 'sending';
}

/**
 * Activates the waiting version, unless a tab would lose something.
 * @returns the reason why it was not activated
 */
export async function updateNow(): Promise<UpdateBlocker | undefined> {
  const why = await updateBlocker();
  if (!why) ready.get()?.messageSkipWaiting();
  return why;
}

/** Hides the offer until the next launch of the app. */
export function updateLater(): void {
  ready.set(undefined);
}

/** Returns whether a newer version is waiting, and renders again on change. */
export function useUpdateReady(): boolean {
  return useStore(ready) !== undefined;
}
