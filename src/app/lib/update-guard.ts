import { useSyncExternalStore } from 'react';
import { createSignal } from './store.ts';
import { countTabLocks, holdSharedTabLock, isTabLockHeld, tabLocks, withTabLock } from './tab-lock.ts';
import { withTimeout } from './timers.ts';

/**
 * `unsaved`: a form holds unsaved input. `sending`: an entry is being sent, for seconds at most. `retrying`: entries
 * are retried on a bad connection; a reload costs nothing, but the update offer would flicker.
 */
export type ReloadBlocker = 'unsaved' | 'sending' | 'retrying';

type LossyBlocker = Exclude<ReloadBlocker, 'retrying'>;

const lockOf = (blocker: LossyBlocker) => `branch-desk.${blocker}`;

const blockers = new Map<symbol, ReloadBlocker>();
const releases = new Map<LossyBlocker, () => void>();
const changes = createSignal();

const hasBlocker = (...reasons: readonly ReloadBlocker[]) =>
  [...blockers.values()].some((blocker) => reasons.includes(blocker));

function updateLocks(): void {
  for (const blocker of ['unsaved', 'sending'] as const) {
    if (hasBlocker(blocker) === releases.has(blocker)) continue;
    // The lock makes the reason visible to the other tabs of this device.
    if (hasBlocker(blocker)) releases.set(blocker, holdSharedTabLock(lockOf(blocker)));
    else {
      releases.get(blocker)?.();
      releases.delete(blocker);
    }
  }
  changes.notify();
}

/**
 * A new version takes over only while nothing is unsaved or being sent, and is offered only while nothing is unsaved or
 * retried.
 * @returns the function that removes the reason; calling it twice is safe
 */
export function blockReload(blocker: ReloadBlocker): () => void {
  const key = Symbol(blocker);
  blockers.set(key, blocker);
  updateLocks();
  return () => {
    if (blockers.delete(key)) updateLocks();
  };
}

export const isReloadBlocked = (): boolean => hasBlocker('unsaved', 'sending');

export const hasOwnUnsavedChanges = (): boolean => hasBlocker('unsaved');

/** A lock tells it also for a frozen tab, which answers no messages. False without Web Locks. */
export async function hasUnsavedChangesElsewhere(): Promise<boolean> {
  return (await countTabLocks(lockOf('unsaved'))) > (releases.has('unsaved') ? 1 : 0);
}

/** Of any tab; without Web Locks, of this one. */
export async function hasUnsavedChanges(): Promise<boolean> {
  return hasBlocker('unsaved') || isTabLockHeld(lockOf('unsaved'));
}

/**
 * In any tab; without Web Locks, in this one.
 * @param within time limit in milliseconds
 * @returns false on timeout
 */
export async function untilNothingIsSending(within: number): Promise<boolean> {
  const finished = tabLocks()
    ? withTabLock(lockOf('sending'), within, () => true)
    : withTimeout(
        until(() => !hasBlocker('sending')).then(() => true),
        within,
        () => false,
      );
  return (await finished) ?? false;
}

export const whenReloadAllowed = (): Promise<void> => until(() => !isReloadBlocked());

function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition()) return;
      stop();
      resolve();
    };
    const stop = changes.subscribe(check);
    check();
  });
}

const isOfferHidden = () => hasBlocker('unsaved', 'retrying');

export function useUpdateOfferHidden(): boolean {
  return useSyncExternalStore(changes.subscribe, isOfferHidden);
}
