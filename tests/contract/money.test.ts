import { describe, expect, it } from 'vitest';
import {
  formatDecimal,
  formatGrouped,
  formatKnownMoney,
  formatMoney,
  LARGEST_AMOUNT,
  type Piastres,
  parsePiastres,
  parseTypedAmount,
  readPiastres,
  readTerm,
  sum,
  sumIfKnown,
  toWesternDigits,
} from '#contract/money.ts';
import { seeded } from '../support/seeded.ts';

/** Returns amounts in piastres for property tests: the limits, and some of every magnitude. */
function amounts(count = 60): Piastres[] {
  const random = seeded(20_261_130);
  const edges = [0n, 1n, 9n, 10n, 99n, 100n, 101n, 99_999n, 100_000n, LARGEST_AMOUNT - 1n, LARGEST_AMOUNT];
  const spread = Array.from({ length: count }, () => BigInt(Math.floor(10 ** (random() * 10))) - 1n);
  return [...edges, ...spread];
}

describe('parseTypedAmount', () => {
  it.each([
    ['1250', 125_000n],
    ['1250.5', 125_050n],
    ['1250.50', 125_050n],
    ['1,250', 125_000n],
    ['12,345,678.90', 1_234_567_890n],
    ['0', 0n],
    ['0.01', 1n],
    ['.5', 50n],
    ['12.', 1_200n],
    ['007', 700n],
    [' 1250 ', 125_000n],
    ['١٢٥٠', 125_000n],
    ['١٬٢٥٠٫٥٠', 125_050n],
    ['١,٢٥٠.٥', 125_050n],
    ['۱۲۵۰', 125_000n],
    ['99999999.99', LARGEST_AMOUNT],
  ])('reads %j', (typed, amount) => expect(parseTypedAmount(typed)).toBe(amount));

  it.each([
    '',
    ' ',
    '-1',
    '-0.01',
    '+5',
    'abc',
    '12abc',
    '1e3',
    'Infinity',
    'NaN',
    '0x10',
    '1.234',
    '1..2',
    '1.2.3',
    '.',
    ',',
    '1,25',
    '1,2500',
    '12,34,567',
    ',125',
    '1250,',
    '1 250',
    '1.250,50',
    'L.E. 5',
    '5\u0000',
    '½',
    '٣٫٣٣٣',
  ])('refuses %j', (typed) => expect(parseTypedAmount(typed)).toBeUndefined());
});

describe('formatting and parsing', () => {
  it.each(amounts())('round-trips %s piastres', (amount) => {
    expect(parseTypedAmount(formatDecimal(amount))).toBe(amount);
    expect(parseTypedAmount(formatGrouped(amount))).toBe(amount);
    expect(parseTypedAmount(inArabicDigits(formatGrouped(amount)))).toBe(amount);
    expect(parsePiastres(formatDecimal(-amount))).toBe(-amount);
    expect(formatDecimal(amount)).toMatch(/^\d+\.\d\d$/);
  });

  it('round-trips every small amount', () => {
    for (let amount = 0n; amount < 2_500n; amount++)
      expect(parseTypedAmount(formatDecimal(amount))).toBe(amount);
  });

  it('round-trips amounts beyond the precision of a float', () => {
    expect(formatDecimal(parsePiastres('90071992547409.93'))).toBe('90071992547409.93');
  });
});

describe('readPiastres', () => {
  it.each([
    ['1250.00', 125_000n],
    ['-3.50', -350n],
    ['-0.00', 0n],
    ['-1,250.5', -125_050n],
    ['-\u0661\u066c\u0662\u0665\u0660\u066b\u0665', -125_050n],
    ['99999999.99', LARGEST_AMOUNT],
    ['100000000.00', LARGEST_AMOUNT + 1n],
    ['-90071992547409.93', -9_007_199_254_740_993n],
  ])('reads %j', (text, amount) => expect(readPiastres(text)).toBe(amount));

  it.each([
    undefined,
    null,
    '',
    ' ',
    '-',
    '--5',
    '+5',
    '5-',
    '1.234',
    '-1,25',
    'abc',
    5,
    {},
    ['5'],
  ])('returns undefined for %j', (value) => expect(readPiastres(value)).toBeUndefined());
});

describe('readTerm', () => {
  it.each([undefined, null, ''])('adds 0 for the missing value %j', (value) =>
    expect(readTerm(value)).toBe(0n));

  it.each(['abc', '1.234', ' ', 5])('does not read the malformed value %j as 0', (value) =>
    expect(readTerm(value)).toBeUndefined());

  it('reads a negative amount', () => expect(readTerm('-3.50')).toBe(-350n));
});

describe('parsePiastres', () => {
  it('reads a negative amount', () => expect(parsePiastres('-3.50')).toBe(-350n));

  it.each(['', '12.345', '--5', 'abc'])('throws a RangeError that names the malformed text %j', (text) => {
    expect(() => parsePiastres(text)).toThrow(RangeError);
    expect(() => parsePiastres(text)).toThrow(`Not an amount of money: ${text}`);
  });
});

describe('formatMoney', () => {
  it('shows an unknown amount as a dash', () => {
    expect(formatKnownMoney(undefined)).toBe('–');
    expect(formatKnownMoney(0n)).toBe('L.E. 0.00');
  });

  it.each([
    [0n, 'L.E. 0.00'],
    [5n, 'L.E. 0.05'],
    [99_999n, 'L.E. 999.99'],
    [100_000n, 'L.E. 1,000.00'],
    [123_456_789n, 'L.E. 1,234,567.89'],
    [-125_050n, 'L.E. -1,250.50'],
  ])('shows %s piastres as %s', (amount, shown) => expect(formatMoney(amount)).toBe(shown));
});

describe('sums', () => {
  it('adds without losing a piastre, which a float would', () => {
    const tenths = Array.from({ length: 1_000 }, () => parsePiastres('0.10'));
    expect(formatDecimal(sum(tenths))).toBe('100.00');
  });

  it('of nothing is zero', () => {
    expect(sum([])).toBe(0n);
    expect(sumIfKnown([])).toBe(0n);
  });

  it('are unknown as soon as one amount is unknown', () => {
    expect(sumIfKnown([100n, -30n])).toBe(70n);
    expect(sumIfKnown([100n, undefined, 30n])).toBeUndefined();
  });
});

it('Arabic and Persian digits are converted and letters are kept', () => {
  expect(toWesternDigits('رقم ٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('رقم 0123456789 0123456789');
});

function inArabicDigits(text: string): string {
  return text
    .replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    .replaceAll(',', '\u066c')
    .replaceAll('.', '\u066b');
}
