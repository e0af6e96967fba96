import type { Workbox } from 'workbox-window';
import { createStore, useStore } from './store.ts';
import { withTimeout } from './timers.ts';
import { hasUnsavedChanges, untilNothingIsSending, whenReloadAllowed } from './update-guard.ts';
import { messages } from './update-texts.en.ts';

const CHECK_INTERVAL = 60 * 60 * 1000;
/** Milliseconds. Sending takes moments, but on a slow connection a retry follows a backoff. */
const SEND_TIMEOUT = 10_000;
/** Milliseconds. A browser may wait for its older version. */
const ACTIVATION_TIMEOUT = 10_000;

const waitingWorker = createStore<Workbox | undefined>(undefined);

/**
 * A new version waits until the user accepts it. Once it takes over, in any tab, this tab reloads when nothing can be
 * lost.
 */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  reloadWhenReplaced();
  const registration = await worker.register().catch(() => undefined);
  // A browser or policy may forbid service workers: the app works, but not offline.
  if (!registration) return;
  whenVersionWaits(registration, () => waitingWorker.set(worker));
  // Offline or server unreachable: the next check retries.
  const check = () => worker.update().catch(() => undefined);
  setInterval(check, CHECK_INTERVAL);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
}

/** Calls back for each version that waits. Workbox stops listening after the first one on a page that stays open. */
function whenVersionWaits(registration: ServiceWorkerRegistration, callback: () => void): void {
  // The first version to be installed waits for nothing.
  const check = () => {
    if (registration.waiting && registration.active) callback();
  };
  const follow = () => registration.installing?.addEventListener('statechange', check);
  registration.addEventListener('updatefound', follow);
  follow();
  check();
}

/** The first version to control a page is the page's own. */
function reloadWhenReplaced(): void {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) void whenReloadAllowed().then(() => location.reload());
    controlled = true;
  });
}

/** `inactive`: the new version has not taken over. */
export type UpdateBlocker = 'unsaved' | 'sending' | 'inactive';

/** @param unsaved the text for unsaved changes, which differs by place */
export function blockerText(blocker: UpdateBlocker, unsaved: string): string {
  const texts: Record<UpdateBlocker, () => string> = {
    unsaved: () => unsaved,
    sending: () => messages.stillSending,
    inactive: () => messages.updateInactive,
  };
  return texts[blocker]();
}

/** Undefined if nothing prevents a reload. Waits for an entry being sent. */
export async function updateBlocker(): Promise<UpdateBlocker | undefined> {
  if (await hasUnsavedChanges()) return 'unsaved';
  return (await untilNothingIsSending(SEND_TIMEOUT)) ? undefined : 'sending';
}

/**
 * Unless a tab would lose something. Waits until the new version controls this page.
 * @returns the reason why it was not activated
 */
export async function updateNow(): Promise<UpdateBlocker | undefined> {
  const blocker = await updateBlocker();
  if (blocker) return blocker;
  const active = untilReplaced();
  waitingWorker.get()?.messageSkipWaiting();
  return withTimeout(active, ACTIVATION_TIMEOUT, () => 'inactive');
}

const untilReplaced = () =>
  new Promise<undefined>((resolve) => {
    const replaced = () => resolve(undefined);
    navigator.serviceWorker.addEventListener('controllerchange', replaced, { once: true });
  });

export function updateLater(): void {
  waitingWorker.set(undefined);
}

export function useUpdateReady(): boolean {
  return useStore(waitingWorker) !== undefined;
}
