import { z } from 'zod';

/** Outcome of a write of the signed-in user, by its idempotency key (decision 141). */
export const outcomePath = (key: string): string => `/outcomes/${key}/`;

/**
 * `done`: it was answered with `status`, and the same request gets the same answer.
 * `running`: it is being performed.
 * `unknown`: nothing of it is stored, so it was refused or never arrived; it may still arrive.
 */
export const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), status: z.number().int() }),
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('unknown') }),
]);
export type Outcome = z.output<typeof outcome>;

export const KNOWN_KEYS_PATH = '/outcomes/';

/** Keys of one question, so that its address stays short. */
export const MOST_KEYS = 50;

export const knownKeys = z.object({ known: z.array(z.string()) });
