import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loginBody } from '#contract/session.ts';
import { Refusal } from '../store/refusal.ts';

const TRIES = 20;
const TRIES_OF_A_MACHINE = 300;
const MINUTE_MS = 60_000;

function emailOf(request: FastifyRequest): string {
  return loginBody.safeParse(request.body).data?.email.toLowerCase() ?? '';
}

/**
 * At most 20 tries a minute of one machine at one address (decision 40): guessing is slow, and nobody can lock a person out from elsewhere.
 * One machine's tries at all addresses are bounded too, since each costs the server a slow hash.
 */
export async function signInLimit(app: FastifyInstance): Promise<(request: FastifyRequest) => Promise<void>> {
  await app.register(rateLimit, { global: false });
  const limits = [
    app.createRateLimit({
      max: TRIES,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${request.ip} ${emailOf(request)}`,
    }),
    app.createRateLimit({ max: TRIES_OF_A_MACHINE, timeWindow: MINUTE_MS }),
  ];
  return async (request) => {
    for (const limit of limits) {
      const said = await limit(request);
      if (said.isAllowed || !said.isExceeded) continue;
      throw new Refusal(429, { detail: 'Too many tries. Wait a minute and try again.' }, said.ttlInSeconds);
    }
  };
}
