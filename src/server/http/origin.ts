import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEVICE } from '#contract/http.ts';
import type { Origin } from '#server/store/branch-scope.ts';

const MAX_AGENT_LENGTH = 255;
/** Other device names are ignored: an invalid name must not reject a payment. */
const device = z.string().regex(/^[\w .-]{1,64}$/);

/** Returns the device and browser that a request names, for the history. */
export function originOf({ headers }: FastifyRequest): Origin {
  return {
    device: device.safeParse(headers[DEVICE.toLowerCase()]).data,
    agent: headers['user-agent']?.slice(0, MAX_AGENT_LENGTH),
  };
}
