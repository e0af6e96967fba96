import { readLocal, writeLocal } from './local-storage.ts';

const KEY = 'branch-desk.tick';

let last = Number(readLocal(KEY)) || 0;

/**
 * The next moment of this device: the wall clock in milliseconds, except that it never stands still and
 * never runs back, so that "this fetch began after that answer" stays decidable when the clock is set.
 */
export function nextTimestamp(): number {
  last = Math.max(last + 1, Date.now());
  writeLocal(KEY, String(last));
  return last;
}

/** Takes note of a moment that another tab, or an earlier run, has already handed out. */
export function observeTimestamp(seen: number | undefined): void {
  if (seen !== undefined && seen > last) last = seen;
}
