import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEVICE } from '#contract/http.ts';
import type { Origin } from '#server/store/branch-scope.ts';

const LONGEST_AGENT = 255;
/** Anything else is left out: a name is no reason to refuse a payment. */
const device = z.string().regex(/^[\w .-]{1,64}$/);

/** Which device and browser a request says it comes from, for the history. */
export function originOf({ headers }: FastifyRequest): Origin {
  return {
    device: device.safeParse(headers[DEVICE.toLowerCase()]).data,
    agent: headers['user-agent']?.slice(0, LONGEST_AGENT),
  };
}
