import { useSyncExternalStore } from 'react';
import { createSignal } from './store.ts';
import { holdSharedTabLock, isTabLockHeld, tabLocks, withTabLock } from './tab-lock.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Why this tab should be left as it is. `unsaved`: what was typed stands nowhere else. `sending`: an entry is on its way, which is over
 * within seconds. `retrying`: entries come and go on a bad line; a reload costs them nothing, but nobody wants an offer that flickers.
 */
export type ReloadBlocker = 'unsaved' | 'sending' | 'retrying';

/** What a reload would cost something. */
type Costly = Exclude<ReloadBlocker, 'retrying'>;

const lockOf = (occupation: Costly) => `branch-desk.${occupation}`;

const occupations = new Map<symbol, ReloadBlocker>();
const releases = new Map<Costly, () => void>();
const changes = createSignal();

const has = (...wanted: readonly ReloadBlocker[]) =>
  [...occupations.values()].some((occupation) => wanted.includes(occupation));

function changed(): void {
  for (const occupation of ['unsaved', 'sending'] as const) {
    if (has(occupation) === releases.has(occupation)) continue;
    // The lock tells the other tabs of this device.
    if (has(occupation)) releases.set(occupation, holdSharedTabLock(lockOf(occupation)));
    else {
      releases.get(occupation)?.();
      releases.delete(occupation);
    }
  }
  changes.notify();
}

/**
 * Says what this tab is at. A new version takes over only when nothing is unsaved or on its way, and is offered when nothing is
 * unsaved or tried again and again.
 * @returns how to say that it is over; calling it twice does no harm.
 */
export function blockReload(occupation: ReloadBlocker): () => void {
  const key = Symbol(occupation);
  occupations.set(key, occupation);
  changed();
  return () => {
    if (occupations.delete(key)) changed();
  };
}

/** Whether reloading this tab now would cost something. */
export const isReloadBlocked = (): boolean => has('unsaved', 'sending');

/** Whether any tab of the app on this device holds what is not saved. Without Web Locks: whether this one does. */
export async function hasUnsavedChanges(): Promise<boolean> {
  return has('unsaved') || isTabLockHeld(lockOf('unsaved'));
}

/**
 * Waits until no tab of the app on this device is sending. Without Web Locks: until this one is not.
 * @param within milliseconds
 * @returns whether that came in time
 */
export async function untilNothingIsSending(within: number): Promise<boolean> {
  const over = tabLocks()
    ? withTabLock(lockOf('sending'), within, () => true)
    : withTimeout(
        when(() => !has('sending')).then(() => true),
        within,
        () => false,
      );
  return (await over) ?? false;
}

/** Resolves as soon as this tab may be reloaded. */
export const whenReloadAllowed = (): Promise<void> => when(() => !isReloadBlocked());

function when(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = changes.subscribe(check);
    check();
  });
}

const hidesOffer = () => has('unsaved', 'retrying');

/** Whether no new version is to be offered now; renders again when that changes. */
export function useUpdateOfferHidden(): boolean {
  return useSyncExternalStore(changes.subscribe, hidesOffer);
}
