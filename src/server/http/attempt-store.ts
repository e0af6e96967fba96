import type { FastifyRateLimitStore } from '@fastify/rate-limit';

const MAX_KEYS = 5_000;

/**
 * Counts attempts by the monotonic clock (decision 100). The plugin's own store uses the wall clock: once that is set back by a day, those
 * who were counted before would be refused for a day.
 */
export class AttemptStore implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { since: number; attempts: number }>();

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = performance.now();
    const known = this.#counts.get(key);
    const counted = known && now - known.since < timeWindow ? known : { since: now, attempts: 0 };
    counted.attempts += 1;
    // The key that was not used for longest is the first one of the map.
    this.#counts.delete(key);
    this.#counts.set(key, counted);
    if (this.#counts.size > MAX_KEYS) {
      for (const [oldest] of this.#counts) {
        this.#counts.delete(oldest);
        break;
      }
    }
    callback(null, { current: counted.attempts, ttl: timeWindow - (now - counted.since) });
  }

  child(): AttemptStore {
    return new AttemptStore();
  }
}
