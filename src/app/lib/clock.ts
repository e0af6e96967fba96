import { readLocal, writeLocal } from './local-storage.ts';

const KEY = 'branch-desk.known-time';
const WRONG = 'branch-desk.clock-wrong';
/** Limits how far this clock may be from the server's before its days are not trusted, in milliseconds. */
const TOLERANCE = 3_600_000;

/**
 * Returns the newest moment that this device has known, wall clock in milliseconds: the server's time, or
 * that of the last save. A clock that shows less has run back (fault 62).
 */
export function knownTime(): number | undefined {
  const stored = Number(readLocal(KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : undefined;
}

/** Stores the time of an answer's Date header. The server's clock also corrects one that ran ahead. */
export function observeServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return;
  writeLocal(KEY, String(time));
  const wrong = Math.abs(Date.now() - time) > TOLERANCE;
  if (wrong !== isClockWrong()) writeLocal(WRONG, wrong ? 'yes' : 'no');
}

/** Tells whether this clock was more than an hour ahead of the server's, or behind it, at its last answer. */
export const isClockWrong = (): boolean => readLocal(WRONG) === 'yes';

/** Stores the time of a save, unless a later moment is known. */
export function observeSave(now: number): void {
  if (now > (knownTime() ?? 0)) writeLocal(KEY, String(now));
}

const LOGICAL = 'branch-desk.tick';

let last = Number(readLocal(LOGICAL)) || 0;

/**
 * Returns the next timestamp of this device's logical clock. It is the wall clock in milliseconds, but never
 * stands still or runs back, so that "this read began after that answer" stays decidable when the clock is
 * changed.
 */
export function nextTimestamp(): number {
  last = Math.max(last + 1, Date.now());
  writeLocal(LOGICAL, String(last));
  return last;
}

/** Advances the clock past a timestamp of another tab or an earlier run. */
export function observeTimestamp(seen: number | undefined): void {
  if (seen !== undefined && seen > last) last = seen;
}
