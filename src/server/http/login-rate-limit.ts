import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resetBody } from '#contract/account-forms.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { sourceOf } from './origin.ts';
import type { SecurityLog } from './security-log.ts';

const MAX_ATTEMPTS_PER_EMAIL = 20;
const MAX_ATTEMPTS_PER_SOURCE = 300;
const MINUTE_MS = 60_000;
const MAX_KEYS = 5_000;

function emailOf(request: FastifyRequest): string {
  return resetBody.safeParse(request.body).data?.email.toLowerCase() ?? '';
}

export type EnforceLimit = (request: FastifyRequest) => Promise<void>;

type KeyOf = (request: FastifyRequest) => string;

export interface AttemptLimits {
  /** 300 attempts a minute from one source, for server load. As a hook `onRequest` it counts before a body is read. */
  readonly perSource: EnforceLimit;
  readonly perKey: (keyOf?: KeyOf) => EnforceLimit;
}

/** Decision 40. */
export async function loginRateLimits(
  app: FastifyInstance,
  securityLog: SecurityLog,
): Promise<AttemptLimits> {
  await app.register(rateLimit, { global: false, store: AttemptStore });
  const limitOf = (max: number, keyGenerator: KeyOf): EnforceLimit => {
    const count = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator });
    return async (request) => {
      const result = await count(request);
      if (result.isAllowed || !result.isExceeded) return;
      securityLog.record('attempts-limited', { user: request.signedIn ?? undefined }, request);
      throw new HttpError(429, { detail: messages.tooManyAttempts }, result.ttlInSeconds);
    };
  };
  return {
    perSource: limitOf(MAX_ATTEMPTS_PER_SOURCE, sourceOf),
    perKey: (keyOf = emailOf) =>
      limitOf(MAX_ATTEMPTS_PER_EMAIL, (request) => `${sourceOf(request)} ${keyOf(request)}`),
  };
}

/** Decision 100: with the plugin's own store, a wall clock that is set back refuses clients for as long. */
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
      const [oldest = ''] = this.#counts.keys();
      this.#counts.delete(oldest);
    }
    callback(null, { current: counted.attempts, ttl: timeWindow - (now - counted.since) });
  }

  child(): AttemptStore {
    return new AttemptStore();
  }
}
