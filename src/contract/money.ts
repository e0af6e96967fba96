/** Money inside the product: a whole number of piastres (1 L.E. = 100 piastres). Never a float. */
export type Piastres = bigint;

/** The largest amount one field may hold: 99 999 999.99 (decision 33). */
export const LARGEST_AMOUNT: Piastres = 9_999_999_999n;

const ARABIC_INDIC_ZERO = 0x0660;
const PERSIAN_ZERO = 0x06f0;

/** Turns Arabic-Indic and Persian digits into 0–9 and leaves every other character alone (decision 2). */
export function toWesternDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_INDIC_ZERO));
  });
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const PLAIN = /^\d+(?:\.\d{0,2})?$|^\.\d{1,2}$/;

/**
 * Reads what a person typed, or what came over the wire, as piastres: "1250", "1,250.5", "١٬٢٥٠٫٥٠".
 * Answers undefined for anything that is not a plain amount of at most two decimals: negative, empty,
 * exponents, three decimals, commas in odd places (decision 2).
 */
export function parseMoney(text: string): Piastres | undefined {
  const plain = toWesternDigits(text).trim().replaceAll('\u066c', ',').replaceAll('\u066b', '.');
  if (!GROUPED.test(plain) && !PLAIN.test(plain)) return undefined;
  const [whole = '', decimals = ''] = plain.replaceAll(',', '').split('.');
  return BigInt(whole || '0') * 100n + BigInt(decimals.padEnd(2, '0'));
}

/**
 * Reads decimal text that is known to be well formed (a parsed body or row), negative sums included.
 * @throws {RangeError} when it is not decimal text with at most two places.
 */
export function piastres(decimal: string): Piastres {
  const negative = decimal.startsWith('-');
  const amount = parseMoney(negative ? decimal.slice(1) : decimal);
  if (amount === undefined) throw new RangeError(`Not an amount of money: ${decimal}`);
  return negative ? -amount : amount;
}

/** Writes piastres as the wire has them: decimal text with two places, "1250.00", "-3.50". */
export function decimal(amount: Piastres): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes piastres for a person, grouped by thousands and without the currency: "1,250.00". */
export function groupedDecimal(amount: Piastres): string {
  const [whole = '0', decimals = '00'] = decimal(amount).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

/** Writes piastres for a person with the currency: "L.E. 1,250.00" (specification, section 1). */
export function formatMoney(amount: Piastres): string {
  return `L.E. ${groupedDecimal(amount)}`;
}

/** Adds amounts. */
export function sum(amounts: Iterable<Piastres>): Piastres {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
