import type { Workbox } from 'workbox-window';
import { createStore, useStore } from './store.ts';
import { messages } from './texts.en.ts';
import { withTimeout } from './timers.ts';
import { hasUnsavedChanges, untilNothingIsSending, whenReloadAllowed } from './update-guard.ts';

const CHECK_INTERVAL = 60 * 60 * 1000;
/**
 * Time to wait for an entry being sent, in milliseconds. Sending takes moments, but on a slow connection a
 * retry follows a backoff.
 */
const SEND_TIMEOUT = 10_000;
/** Time in which an accepted version takes over, in milliseconds; a browser may wait for its older one. */
const ACTIVATION_TIMEOUT = 10_000;

const waitingWorker = createStore<Workbox | undefined>(undefined);

/**
 * Registers the service worker and checks for updates hourly and when the app becomes visible. A new version
 * waits until the user accepts it. Once it takes over, in any tab, this tab reloads as soon as nothing can be
 * lost.
 */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => waitingWorker.set(worker));
  reloadWhenReplaced();
  // A browser or policy may forbid service workers: the app works, but not offline.
  if (!(await worker.register().catch(() => undefined))) return;
  // Offline or server unreachable: the next check retries.
  const check = () => worker.update().catch(() => undefined);
  setInterval(check, CHECK_INTERVAL);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
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

/** The reason why a new version must not take over in any tab, or has not: `inactive`. */
export type UpdateBlocker = 'unsaved' | 'sending' | 'inactive';

/** Returns what to do about a blocker. @param unsaved the text for unsaved changes, which differs by place */
export function blockerText(blocker: UpdateBlocker, unsaved: string): string {
  const texts: Record<UpdateBlocker, () => string> = {
    unsaved: () => unsaved,
    sending: () => messages.stillSending,
    inactive: () => messages.updateInactive,
  };
  return texts[blocker]();
}

/**
 * Returns what prevents a reload of this device's tabs; undefined where nothing does. Waits for an entry
 * being sent.
 */
export async function updateBlocker(): Promise<UpdateBlocker | undefined> {
  if (await hasUnsavedChanges()) return 'unsaved';
  return (await untilNothingIsSending(SEND_TIMEOUT)) ? undefined : 'sending';
}

/**
 * Activates the waiting version, unless a tab would lose something, and waits until it controls this page.
 * @returns the reason why it was not activated
 */
export async function updateNow(): Promise<UpdateBlocker | undefined> {
  const blocker = await updateBlocker();
  if (blocker) return blocker;
  const active = untilReplaced();
  waitingWorker.get()?.messageSkipWaiting();
  return withTimeout(active, ACTIVATION_TIMEOUT, () => 'inactive');
}

/** Resolves as soon as a newer version controls this page. */
const untilReplaced = () =>
  new Promise<undefined>((resolve) => {
    const replaced = () => resolve(undefined);
    navigator.serviceWorker.addEventListener('controllerchange', replaced, { once: true });
  });

/** Hides the offer until the next launch of the app. */
export function updateLater(): void {
  waitingWorker.set(undefined);
}

/** Returns whether a newer version is waiting, and renders again on change. */
export function useUpdateReady(): boolean {
  return useStore(waitingWorker) !== undefined;
}
