import { z } from 'zod';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';

const SERIES_KEY = 'branch-desk receipt series';

/** Letters and digits that are not mistaken for each other on paper: 32, so that each of five random bits is one. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 2^35 prefixes: of a thousand devices two have the same with a probability of 1 in 69,000 (decision 52). */
const PREFIX_LENGTH = 7;

/** Holds prefix and count in one value: a count that is lost alone would begin anew under the old prefix. */
const series = z.object({
  prefix: z.string().length(PREFIX_LENGTH),
  count: z.number().int().nonnegative(),
});

function newPrefix(): string {
  const random = crypto.getRandomValues(new Uint8Array(PREFIX_LENGTH));
  return [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/**
 * Returns the next number of this device's own series, such as "K7QM4TX-12" (decision 52). It is given away with the
 * call: a number that is not used in the end leaves a gap, and none is given twice. Where nothing can be stored, or what is
 * stored cannot be read, another series begins.
 */
export function takeReceiptNumber(): string {
  const stored = series.safeParse(parseJson(readLocal(SERIES_KEY))).data;
  const { prefix, count } = stored ?? { prefix: newPrefix(), count: 0 };
  const next = { prefix, count: count + 1 };
  const text = JSON.stringify(next);
  writeLocal(SERIES_KEY, text);
  // Full storage still has the count before, from which this number would be given again.
  if (readLocal(SERIES_KEY) !== text) return `${newPrefix()}-1`;
  return `${prefix}-${next.count}`;
}
