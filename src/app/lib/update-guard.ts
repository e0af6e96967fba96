import { useSyncExternalStore } from 'react';
import { createSignal } from './store.ts';
import { countTabLocks, holdSharedTabLock, isTabLockHeld, tabLocks, withTabLock } from './tab-lock.ts';
import { withTimeout } from './timers.ts';

/**
 * The reason why this tab should not be reloaded. `unsaved`: a form holds unsaved input. `sending`: an entry
 * is being sent, for seconds at most. `retrying`: entries are retried on a bad connection; a reload costs
 * nothing, but the update offer would flicker.
 */
export type ReloadBlocker = 'unsaved' | 'sending' | 'retrying';

/** The reasons that prevent a reload; `retrying` only hides the offer. */
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
 * Registers a reason against a reload of this tab. A new version takes over only while nothing is unsaved or
 * being sent, and is offered only while nothing is unsaved or retried.
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

/** Returns whether a reload of this tab now would lose something. */
export const isReloadBlocked = (): boolean => hasBlocker('unsaved', 'sending');

/** Returns whether this tab has unsaved changes. */
export const hasOwnUnsavedChanges = (): boolean => hasBlocker('unsaved');

/**
 * Returns whether another tab of this device has unsaved changes. Its lock tells it also for a frozen tab,
 * which answers no messages. Without Web Locks: false.
 */
export async function hasUnsavedChangesElsewhere(): Promise<boolean> {
  return (await countTabLocks(lockOf('unsaved'))) > (releases.has('unsaved') ? 1 : 0);
}

/** Returns whether any tab of this device has unsaved changes. Without Web Locks: whether this tab has. */
export async function hasUnsavedChanges(): Promise<boolean> {
  return hasBlocker('unsaved') || isTabLockHeld(lockOf('unsaved'));
}

/**
 * Waits until no tab of this device is sending. Without Web Locks: until this tab is not.
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

/** Resolves as soon as this tab may be reloaded. */
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

/** Returns whether the update offer must stay hidden, and renders again when that changes. */
export function useUpdateOfferHidden(): boolean {
  return useSyncExternalStore(changes.subscribe, isOfferHidden);
}
