import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resetBody } from '#contract/account.ts';
import { HttpError } from '#server/store/http-error.ts';

const TRIES = 20;
const TRIES_OF_A_MACHINE = 300;
const MINUTE_MS = 60_000;

/** The address that a body names, in one spelling; none where it names none. */
function emailOf(request: FastifyRequest): string {
  return resetBody.safeParse(request.body).data?.email.toLowerCase() ?? '';
}

/** Counts a request. @throws {HttpError} 429 with the seconds to wait, where it is one too many */
export type EnforceLimit = (request: FastifyRequest) => Promise<void>;

/**
 * At most 20 tries a minute of one machine at one address (decision 40), or at links where no address is named: guessing is slow, and
 * nobody can lock a person out from elsewhere. All tries of one machine are bounded too, since each costs the server work.
 * @returns makes a count of its own for each kind of try
 */
export async function loginRateLimits(app: FastifyInstance): Promise<() => EnforceLimit> {
  await app.register(rateLimit, { global: false });
  const ofMachine = app.createRateLimit({ max: TRIES_OF_A_MACHINE, timeWindow: MINUTE_MS });
  return () => {
    const ofAddress = app.createRateLimit({
      max: TRIES,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${request.ip} ${emailOf(request)}`,
    });
    return async (request) => {
      for (const limit of [ofAddress, ofMachine]) {
        const said = await limit(request);
        if (said.isAllowed || !said.isExceeded) continue;
        throw new HttpError(
          429,
          { detail: 'Too many tries. Wait a minute and try again.' },
          said.ttlInSeconds,
        );
      }
    };
  };
}
