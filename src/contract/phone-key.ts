import { toWesternDigits } from './money.ts';

/** Fewer digits than this are no number that people share. */
const FEWEST = 7;
/** So many last digits are the same with and without a country code. */
const COMPARED = 9;

/** Returns what two writings of one phone number have in common; undefined for too few digits (decision 105). */
export function phoneKey(phone: string | null | undefined): string | undefined {
  const digits = toWesternDigits(phone ?? '').replace(/\D/g, '');
  return digits.length < FEWEST ? undefined : digits.slice(-COMPARED);
}
