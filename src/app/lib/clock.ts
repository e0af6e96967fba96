import { readLocal, writeLocal } from './local-storage.ts';
import { createSignal } from './store.ts';

const KEY = 'branch-desk.known-time';
const WRONG = 'branch-desk.clock-wrong';
const DIFFERENCE = 'branch-desk.clock-difference';
/** Milliseconds. A Date header has whole seconds, and an answer takes some. */
const IMPRECISION = 60_000;
/** Milliseconds between this clock and the server's. Beyond them its days are not trusted. */
const TOLERANCE = 3_600_000;

/**
 * Milliseconds since 1970: the server's time, or that of the last save. A clock that shows less has run back (fault
 * 62).
 */
export function knownTime(): number | undefined {
  const stored = Number(readLocal(KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : undefined;
}

/** From an answer's Date header. The server's clock also corrects one that ran ahead. */
export function observeServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return;
  writeLocal(KEY, String(time));
  const difference = time - Date.now();
  const stored = Math.abs(difference) > IMPRECISION ? difference : 0;
  const wrong = Math.abs(difference) > TOLERANCE;
  if (Math.abs(stored - clockDifference()) <= IMPRECISION && wrong === isClockWrong()) return;
  writeLocal(DIFFERENCE, String(stored));
  writeLocal(WRONG, wrong ? 'yes' : 'no');
  differenceSeen.notify();
}

const differenceSeen = createSignal();

export const onClockDifference = differenceSeen.subscribe;

/** Milliseconds that the server's clock is ahead of this one, at its last answer. */
export const clockDifference = (): number => Number(readLocal(DIFFERENCE)) || 0;

/** By more than an hour, at the last answer of the server. */
export const isClockWrong = (): boolean => readLocal(WRONG) === 'yes';

export function observeSave(now: number): void {
  if (now > (knownTime() ?? 0)) writeLocal(KEY, String(now));
}

const LOGICAL = 'branch-desk.tick';

let last = Number(readLocal(LOGICAL)) || 0;

/**
 * The wall clock in milliseconds, but it never stands still or runs back, so that "this read began after that answer"
 * stays decidable when the clock is changed.
 */
export function nextTimestamp(): number {
  last = Math.max(last + 1, Date.now());
  writeLocal(LOGICAL, String(last));
  return last;
}

/** For a service worker, which has what the page left only after this module has started. */
export const observeStoredTimestamp = (): void => observeTimestamp(Number(readLocal(LOGICAL)) || undefined);

/** The timestamp comes from another tab or an earlier run. */
export function observeTimestamp(seen: number | undefined): void {
  if (seen !== undefined && seen > last) last = seen;
}
