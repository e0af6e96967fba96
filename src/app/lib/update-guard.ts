import { useSyncExternalStore } from 'react';
import { createSignal } from './store.ts';
import { holdSharedTabLock, isTabLockHeld, tabLocks, withTabLock } from './tab-lock.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * The reason why this tab should not be reloaded. `unsaved`: a form holds unsaved input. `sending`: an entry
 * is being sent, for seconds at most. `retrying`: entries are retried on a bad connection; a reload costs
 * nothing, but the update offer would flicker.
 */
export type ReloadBlocker = 'unsaved' | 'sending' | 'retrying';

/** The reasons that prevent a reload; `retrying` only hides the offer. */
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
    // The lock makes the reason visible to the other tabs of this device.
    if (has(occupation)) releases.set(occupation, holdSharedTabLock(lockOf(occupation)));
    else {
      releases.get(occupation)?.();
      releases.delete(occupation);
    }
  }
  changes.notify();
}

/**
 * Registers a reason against a reload of this tab. A new version takes over only while nothing is unsaved or
 * being sent, and is offered only while nothing is unsaved or retried.
 * @returns the function that removes the reason; calling it twice is safe
 */
export function blockReload(occupation: ReloadBlocker): () => void {
  const key = Symbol(occupation);
  occupations.set(key, occupation);
  changed();
  return () => {
    if (occupations.delete(key)) changed();
  };
}

/** Returns whether a reload of this tab now would lose something. */
export const isReloadBlocked = (): boolean => has('unsaved', 'sending');

/** Returns whether any tab of this device has unsaved changes. Without Web Locks: whether this tab has. */
export async function hasUnsavedChanges(): Promise<boolean> {
  return has('unsaved') || isTabLockHeld(lockOf('unsaved'));
}

/**
 * Waits until no tab of this device is sending. Without Web Locks: until this tab is not.
 * @param within time limit in milliseconds
 * @returns false on timeout
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

/** Returns whether the update offer must stay hidden, and renders again when that changes. */
export function useUpdateOfferHidden(): boolean {
  return useSyncExternalStore(changes.subscribe, hidesOffer);
}
