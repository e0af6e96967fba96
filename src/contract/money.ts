import { inDigits } from './digits.ts';
import { formats } from './texts/formats.en.ts';
import { seenLine } from './typed-text.ts';

/** Whole piastres (1 L.E. = 100 piastres), never a float. */
export type Piastres = bigint;

/** 99 999 999.99 in one field (decision 33). Totals may exceed it. */
export const LARGEST_AMOUNT: Piastres = 9_999_999_999n;

const ARABIC_INDIC_ZERO = 0x0660;
const PERSIAN_ZERO = 0x06f0;

/** Converts Arabic-Indic and Persian digits to 0–9; other characters stay (decision 2). */
export function toWesternDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_INDIC_ZERO));
  });
}

/** The length stays (decision 2). The comma of Arabic keyboards separates the decimals. */
export const toLatinNumber = (text: string): string =>
  toWesternDigits(text)
    .replaceAll('\u066c', ',')
    .replace(/[\u066b،]/g, '.');

const CURRENCY = '(?:L\\.?E\\.?|E£|EGP|ج\\.?\\s?م\\.?|جنيه(?:ا|ًا)?(?:\\s+مصري(?:ا|ًا)?)?)';
const CURRENCIES = new RegExp(`^${CURRENCY}\\s*|\\s*${CURRENCY}$`, 'gi');

/** "1,250.50" of "L.E. 1,250.50" or "1,250.50 ج.م". */
export const withoutCurrency = (amount: string): string => seenLine(amount).replace(CURRENCIES, '');

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const PLAIN = /^\d+(?:\.\d{0,2})?$|^\.\d{1,2}$/;

const isPlainNumber = (text: string) => GROUPED.test(text) || PLAIN.test(text);

/**
 * "1250", "1,250.5", "١٬٢٥٠٫٥٠" (decision 2). Undefined for anything else: negative, empty, misplaced commas.
 */
export function parseTypedAmount(typed: string): Piastres | undefined {
  const latin = toLatinNumber(typed).trim();
  const plain = isPlainNumber(latin) ? latin : seenLine(latin);
  if (!isPlainNumber(plain)) return undefined;
  const [whole = '', decimals = ''] = plain.replaceAll(',', '').split('.');
  return BigInt(whole || '0') * 100n + BigInt(decimals.padEnd(2, '0'));
}

/** Negative ones included. Undefined for a missing value and for text that is no amount. */
export function readPiastres(value: unknown): Piastres | undefined {
  if (typeof value !== 'string') return undefined;
  if (!value.startsWith('-')) return parseTypedAmount(value);
  const amount = parseTypedAmount(value.slice(1));
  return amount === undefined ? undefined : -amount;
}

/**
 * A missing value adds 0n to a sum. Undefined for text that is no amount, so that no total silently lacks it.
 */
export function readTerm(value: unknown): Piastres | undefined {
  return value === undefined || value === null || value === '' ? 0n : readPiastres(value);
}

/** @throws {RangeError} when the text is no amount with at most two decimals. */
export function parsePiastres(text: string): Piastres {
  const amount = readPiastres(text);
  if (amount === undefined) throw new RangeError(`Not an amount of money: ${text}`);
  return amount;
}

/** "1250.00", "-3.50", for the wire. */
export function formatDecimal(amount: Piastres): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function formatGrouped(amount: Piastres): string {
  const [whole = '0', decimals = '00'] = formatDecimal(amount).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

/** "1,250.00", in the chosen digits (decision 137). */
export const formatAmount = (amount: Piastres): string => inDigits(formatGrouped(amount));

/** "L.E. 1,250.00" (specification, section 1). */
export function formatMoney(amount: Piastres): string {
  return formats.amount({ amount: formatAmount(amount) });
}

export function formatKnownMoney(amount: Piastres | undefined): string {
  return amount === undefined ? '–' : formatMoney(amount);
}

export function sum(amounts: Iterable<Piastres>): Piastres {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

export function sumIfKnown(amounts: Iterable<Piastres | undefined>): Piastres | undefined {
  let total = 0n;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    total += amount;
  }
  return total;
}

/** Whole percent of the month before. Undefined where that says nothing: of a loss or of nothing, or below 1. */
export function percentOf(change: Piastres, before: Piastres): bigint | undefined {
  if (before <= 0n) return undefined;
  const size = change < 0n ? -change : change;
  const percent = (size * 200n + before) / (before * 2n);
  return percent > 0n ? percent : undefined;
}

export const LARGEST_QUANTITY = 999_999n;

const WHOLE = /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/;

/** "12", "1,200", also in Arabic-Indic digits. Undefined for anything else. */
export function parseQuantity(typed: string): bigint | undefined {
  const text = seenLine(toWesternDigits(typed)).replaceAll('٬', ',');
  return WHOLE.test(text) ? BigInt(text.replaceAll(',', '')) : undefined;
}
