const BASE_DELAY = 1_000;
const MAX_DELAY = 60_000;
const MAX_RETRY_AFTER = 3_600_000;

/**
 * Milliseconds before the next retry: exponential with full jitter, at most a minute. Never shorter than the server's
 * Retry-After, of which at most an hour is honoured.
 * @param attempts number of failed attempts, from 1
 * @param random a number from 0 up to 1
 */
export function backoff(attempts: number, random: number, retryAfterSeconds?: number): number {
  const span = Math.min(MAX_DELAY, BASE_DELAY * 2 ** Math.min(attempts, 10));
  const requested = Math.min(MAX_RETRY_AFTER, Math.max(0, (retryAfterSeconds ?? 0) * 1_000));
  return Math.max(requested, Math.round(span * random));
}

/** A time further ahead than any delay was computed before the clock was set back, so it counts as due. */
export function isDue(nextAttemptAt: number, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt - now > MAX_RETRY_AFTER;
}

/** The header has seconds or an HTTP date; the result is seconds from now. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1_000);
}
