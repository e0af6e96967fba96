import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resetBody } from '#contract/account-forms.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { HttpError } from '#server/store/http-error.ts';
import { AttemptStore } from './attempt-store.ts';
import { messages } from './messages.ts';

const MAX_ATTEMPTS_PER_EMAIL = 20;
const MAX_ATTEMPTS_PER_IP = 300;
const MINUTE_MS = 60_000;

/** Returns the email of a body in lower case; empty without one. */
function emailOf(request: FastifyRequest): string {
  return resetBody.safeParse(request.body).data?.email.toLowerCase() ?? '';
}

/** Counts a request. @throws {HttpError} 429 with the seconds to wait, above the limit */
export type EnforceLimit = (request: FastifyRequest) => Promise<void>;

/** Counts the attempts of a limit by what this returns, besides the IP address. */
type KeyOf = (request: FastifyRequest) => string;

/**
 * Limits attempts to 20 a minute per IP address and email (decision 40). Requests without an email count together. Counting per IP
 * address prevents that anyone locks a user out from elsewhere. All attempts of an IP address are limited to 300 a minute, for server load.
 * @returns a function that creates a limit with its own counters
 */
export async function loginRateLimits(
  app: FastifyInstance,
  securityLog: SecurityLog,
): Promise<(keyOf?: KeyOf) => EnforceLimit> {
  await app.register(rateLimit, { global: false, store: AttemptStore });
  const perIp = app.createRateLimit({ max: MAX_ATTEMPTS_PER_IP, timeWindow: MINUTE_MS });
  return (keyOf = emailOf) => {
    const perKey = app.createRateLimit({
      max: MAX_ATTEMPTS_PER_EMAIL,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${request.ip} ${keyOf(request)}`,
    });
    return async (request) => {
      for (const limit of [perKey, perIp]) {
        const result = await limit(request);
        if (result.isAllowed || !result.isExceeded) continue;
        securityLog.record('attempts-limited', { user: request.signedIn ?? undefined }, request);
        throw new HttpError(429, { detail: messages.tooManyAttempts }, result.ttlInSeconds);
      }
    };
  };
}
