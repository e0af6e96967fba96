const FIRST = 1_000;
const LONGEST = 60_000;
const LONGEST_ASKED = 3_600_000;

/**
 * How long to wait before the next try, in milliseconds: full jitter over a doubling span of at most a
 * minute, and never sooner than the host asked for (Retry-After; at most an hour is honoured).
 * @param attempts how many tries have failed, from 1
 * @param random a number from 0 up to 1
 */
export function backoff(attempts: number, random: number, retryAfterSeconds?: number): number {
  const span = Math.min(LONGEST, FIRST * 2 ** Math.min(attempts, 10));
  const asked = Math.min(LONGEST_ASKED, Math.max(0, (retryAfterSeconds ?? 0) * 1_000));
  return Math.max(asked, Math.round(span * random));
}

/**
 * Whether a planned moment has come. A plan further ahead than any wait can be was made by a clock that
 * has since been set back: it counts as due.
 */
export function isDue(nextAttemptAt: number, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt - now > LONGEST_ASKED;
}

/** Reads a Retry-After header, seconds or an HTTP date, as seconds from now. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1_000);
}
