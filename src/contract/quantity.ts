import { toWesternDigits } from './money.ts';
import { seenLine } from './typed-text.ts';

export const LARGEST_QUANTITY = 999_999n;

const WHOLE = /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/;

/** "12", "1,200", also in Arabic-Indic digits. Undefined for anything else. */
export function parseQuantity(typed: string): bigint | undefined {
  const text = seenLine(toWesternDigits(typed)).replaceAll('٬', ',');
  return WHOLE.test(text) ? BigInt(text.replaceAll(',', '')) : undefined;
}
