import type { Piastres } from '#contract/money.ts';

/** "-350" is "-3.50". Works on text; no number and no float is involved. */
export function decimalOf(piastres: string): string {
  const isNegative = piastres.startsWith('-');
  const digits = (isNegative ? piastres.slice(1) : piastres).padStart(3, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const DECIMAL = /^-?\d+\.\d\d$/;

/**
 * Only for text that this server has written.
 * @throws {RangeError} for any other text, such as a typed amount
 */
export function piastresOf(decimal: string): Piastres {
  if (!DECIMAL.test(decimal)) throw new RangeError(`Not stored decimal text: ${decimal}`);
  return BigInt(decimal.replace('.', ''));
}
