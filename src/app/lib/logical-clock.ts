import { readLocal, writeLocal } from './local-storage.ts';

const KEY = 'branch-desk.tick';

let last = Number(readLocal(KEY)) || 0;

/**
 * Returns the next timestamp of this device's logical clock. It is the wall clock in milliseconds, but never
 * stands still or runs back, so that "this read began after that answer" stays decidable when the clock is
 * changed.
 */
export function nextTimestamp(): number {
  last = Math.max(last + 1, Date.now());
  writeLocal(KEY, String(last));
  return last;
}

/** Advances the clock past a timestamp of another tab or an earlier run. */
export function observeTimestamp(seen: number | undefined): void {
  if (seen !== undefined && seen > last) last = seen;
}
