import { z } from 'zod';

/** Holds the API path that tells which writes the database contains, by their idempotency keys. */
export const KNOWN_KEYS_PATH = '/outcomes/';

/** Limits the keys of one question, so that its address stays short. */
export const MOST_KEYS = 50;

/** Parses the keys that were used, in lower case. */
export const knownKeys = z.object({ known: z.array(z.string()) });

/** Lists the endpoint that tells which writes the database contains. */
export const knownKeysEndpoints = [
  {
    method: 'GET',
    path: KNOWN_KEYS_PATH,
    summary: 'Which writes the database contains, by their keys: a restore may have undone some',
    query: { keys: `At most ${MOST_KEYS} idempotency keys with commas between them` },
    answer: knownKeys,
  },
] as const;
