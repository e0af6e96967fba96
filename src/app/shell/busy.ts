import { useSyncExternalStore } from 'react';

const LOCK = 'branch-desk.busy';

/** Key → whether the offer of a new version is put away for it. */
const reasons = new Map<symbol, boolean>();
const listeners = new Set<() => void>();
let release: (() => void) | undefined;

function changed(): void {
  if (reasons.size > 0 && !release) holdLock();
  if (reasons.size === 0) {
    release?.();
    release = undefined;
  }
  for (const listener of listeners) listener();
}

/** A shared lock tells the other tabs of this device; it goes when this tab goes, however that happens. */
function holdLock(): void {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(LOCK, { mode: 'shared' }, () => held).catch(() => undefined);
}

/**
 * Says that reloading this tab now would cost a person something (a form with changes, rows on their way).
 * A new version waits until every reason is gone.
 * @param hidesOffer false for what comes and goes within seconds: the offer must not come and go with it
 * @returns how to say that it is over; calling it twice does no harm.
 */
export function markBusy(reason: string, hidesOffer = true): () => void {
  const key = Symbol(reason);
  reasons.set(key, hidesOffer);
  changed();
  return () => {
    if (reasons.delete(key)) changed();
  };
}

/** Whether this tab must not be reloaded now. */
export function isBusy(): boolean {
  return reasons.size > 0;
}

/** Whether any tab of the app on this device must not be reloaded now. Without Web Locks: whether this one. */
export async function isAnyTabBusy(): Promise<boolean> {
  if (isBusy()) return true;
  const state = await navigator.locks?.query();
  return state?.held?.some((lock) => lock.name === LOCK) ?? false;
}

/** Resolves as soon as this tab may be reloaded. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isBusy()) return;
      listeners.delete(check);
      resolve();
    };
    listeners.add(check);
    check();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const hidesOffer = () => [...reasons.values()].includes(true);

/** Whether no new version is to be offered now; renders again when that changes. */
export function useOfferHidden(): boolean {
  return useSyncExternalStore(subscribe, hidesOffer);
}
