import { readLocal, writeLocal } from './local-storage.ts';

const KEY = 'branch-desk.known-time';

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
  if (!Number.isNaN(time)) writeLocal(KEY, String(time));
}

/** Stores the time of a save, unless a later moment is known. */
export function observeSave(now: number): void {
  if (now > (knownTime() ?? 0)) writeLocal(KEY, String(now));
}
