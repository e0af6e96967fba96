import { useSyncExternalStore } from 'react';

/**
 * Why this tab should be left as it is. `unsaved`: what was typed stands nowhere else. `sending`: an entry is on its way, which is over
 * within seconds. `retrying`: entries come and go on a bad line; a reload costs them nothing, but nobody wants an offer that flickers.
 */
export type Occupation = 'unsaved' | 'sending' | 'retrying';

/** What a reload would cost something. */
type Costly = Exclude<Occupation, 'retrying'>;

const lockOf = (occupation: Costly) => `branch-desk.${occupation}`;

const occupations = new Map<symbol, Occupation>();
const releases = new Map<Costly, () => void>();
const listeners = new Set<() => void>();

const has = (...wanted: readonly Occupation[]) =>
  [...occupations.values()].some((occupation) => wanted.includes(occupation));

function changed(): void {
  for (const occupation of ['unsaved', 'sending'] as const) {
    if (has(occupation) === releases.has(occupation)) continue;
    if (has(occupation)) holdLock(occupation);
    else {
      releases.get(occupation)?.();
      releases.delete(occupation);
    }
  }
  for (const listener of listeners) listener();
}

/** A shared lock tells the other tabs of this device; it goes when this tab goes, however that happens. */
function holdLock(occupation: Costly): void {
  const held = new Promise<void>((resolve) => {
    releases.set(occupation, resolve);
  });
  navigator.locks?.request(lockOf(occupation), { mode: 'shared' }, () => held).catch(() => undefined);
}

/**
 * Says what this tab is at. A new version takes over only when nothing is unsaved or on its way, and is offered when nothing is
 * unsaved or tried again and again.
 * @returns how to say that it is over; calling it twice does no harm.
 */
export function markBusy(occupation: Occupation): () => void {
  const key = Symbol(occupation);
  occupations.set(key, occupation);
  changed();
  return () => {
    if (occupations.delete(key)) changed();
  };
}

/** Whether reloading this tab now would cost something. */
export const isBusy = (): boolean => has('unsaved', 'sending');

/** Whether any tab of the app on this device holds what is not saved. Without Web Locks: whether this one does. */
export async function isAnythingUnsaved(): Promise<boolean> {
  if (has('unsaved')) return true;
  const state = await navigator.locks?.query();
  return state?.held?.some(({ name }) => name === lockOf('unsaved')) ?? false;
}

/**
 * Waits until no tab of the app on this device is sending. Without Web Locks: until this one is not.
 * @param within milliseconds
 * @returns whether that came in time
 */
export async function isSendingOver(within: number): Promise<boolean> {
  const inTime = AbortSignal.timeout(within);
  if (navigator.locks) {
    const free = navigator.locks.request(
      lockOf('sending'),
      { mode: 'exclusive', signal: inTime },
      () => true,
    );
    return free.catch(() => false);
  }
  const tooLate = new Promise<boolean>((resolve) => {
    inTime.addEventListener('abort', () => resolve(false));
  });
  return Promise.race([when(() => !has('sending')).then(() => true), tooLate]);
}

/** Resolves as soon as this tab may be reloaded. */
export const whenIdle = (): Promise<void> => when(() => !isBusy());

function when(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
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

const hidesOffer = () => has('unsaved', 'retrying');

/** Whether no new version is to be offered now; renders again when that changes. */
export function useOfferHidden(): boolean {
  return useSyncExternalStore(subscribe, hidesOffer);
}
