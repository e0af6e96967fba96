import { toWesternDigits } from './money.ts';

/** More copies of a book than any branch will ever count. */
export const LARGEST_QUANTITY = 999_999n;

const WHOLE = /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/;

/** Reads a whole number as a person types it: "12", "1,200", in Arabic-Indic digits as well. Undefined for anything else. */
export function parseQuantity(typed: string): bigint | undefined {
  const text = toWesternDigits(typed).trim().replaceAll('٬', ',');
  return WHOLE.test(text) ? BigInt(text.replaceAll(',', '')) : undefined;
}
