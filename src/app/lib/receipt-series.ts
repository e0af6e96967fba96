import { readLocal, writeLocal } from '#app/lib/local-storage.ts';

const PREFIX_KEY = 'branch-desk receipt prefix';
const COUNT_KEY = 'branch-desk receipt count';

/** Letters and digits that are not mistaken for each other on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PREFIX_LENGTH = 4;
const WHOLE = /^\d{1,9}$/;

/** Returns this device's prefix of receipt numbers. Made once and stored; two devices do not have the same one. */
function prefix(): string {
  const stored = readLocal(PREFIX_KEY);
  if (stored) return stored;
  const random = crypto.getRandomValues(new Uint8Array(PREFIX_LENGTH));
  const made = [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  writeLocal(PREFIX_KEY, made);
  return made;
}

/**
 * Returns the next number of this device's own series, such as "K7QM-12" (decision 52). It is given away with the
 * call: a number that is not used in the end leaves a gap, and none is given twice.
 */
export function takeReceiptNumber(): string {
  const stored = readLocal(COUNT_KEY) ?? '';
  const count = (WHOLE.test(stored) ? Number(stored) : 0) + 1;
  writeLocal(COUNT_KEY, String(count));
  return `${prefix()}-${count}`;
}
