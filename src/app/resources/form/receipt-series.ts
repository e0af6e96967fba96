import { z } from 'zod';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';

const SERIES_KEY = 'branch-desk receipt series';

/**
 * Letters and digits that are not mistaken for each other on paper. There are 32, so each stands for five random bits.
 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 2^35 prefixes: the probability that two of a thousand devices have the same one is 1 in 69,000 (decision 52). */
const PREFIX_LENGTH = 7;

/** Prefix and count are one stored value: a count that is lost alone would begin at 1 again under the old prefix. */
const series = z.object({
  prefix: z.string().length(PREFIX_LENGTH),
  count: z.number().int().nonnegative(),
});

function newPrefix(): string {
  const random = crypto.getRandomValues(new Uint8Array(PREFIX_LENGTH));
  return [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

const readSeries = () => series.safeParse(parseJson(readLocal(SERIES_KEY))).data;

/** What `takeReceiptNumber` would give now; undefined before the first one. Another tab may take it first. */
export function offeredReceiptNumber(): string | undefined {
  const stored = readSeries();
  return stored && `${stored.prefix}-${stored.count + 1}`;
}

/**
 * The next number of this device's own series, such as "K7QM4TX-12" (decision 52). No number is given twice; one that
 * stays unused leaves a gap. A new series begins where nothing can be stored or the stored value is unreadable.
 */
export function takeReceiptNumber(): string {
  const { prefix, count } = readSeries() ?? { prefix: newPrefix(), count: 0 };
  const next = { prefix, count: count + 1 };
  const text = JSON.stringify(next);
  writeLocal(SERIES_KEY, text);
  // Full storage still has the count before, from which this number would be given again.
  if (readLocal(SERIES_KEY) !== text) return `${newPrefix()}-1`;
  return `${prefix}-${next.count}`;
}
