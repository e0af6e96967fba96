import { describe, expect, it } from 'vitest';
import {
  decimal,
  formatMoney,
  groupedDecimal,
  LARGEST_AMOUNT,
  parseMoney,
  piastres,
  sum,
  toWesternDigits,
} from '#contract/money.ts';
import { amounts } from '../support/amounts.ts';

describe('parseMoney', () => {
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
  ])('reads %j', (typed, amount) => expect(parseMoney(typed)).toBe(amount));

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
  ])('refuses %j', (typed) => expect(parseMoney(typed)).toBeUndefined());
});

describe('writing and reading again', () => {
  it.each(amounts())('keeps %s piastres', (amount) => {
    expect(parseMoney(decimal(amount))).toBe(amount);
    expect(parseMoney(groupedDecimal(amount))).toBe(amount);
    expect(parseMoney(inArabicDigits(groupedDecimal(amount)))).toBe(amount);
    expect(piastres(decimal(-amount))).toBe(-amount);
    expect(decimal(amount)).toMatch(/^\d+\.\d\d$/);
  });

  it('keeps every small amount, one by one', () => {
    for (let amount = 0n; amount < 2_500n; amount++) expect(parseMoney(decimal(amount))).toBe(amount);
  });

  it('keeps amounts beyond what a float can hold', () => {
    expect(decimal(piastres('90071992547409.93'))).toBe('90071992547409.93');
  });
});

describe('for people', () => {
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
    const tenths = Array.from({ length: 1_000 }, () => piastres('0.10'));
    expect(decimal(sum(tenths))).toBe('100.00');
  });

  it('of nothing is zero', () => expect(sum([])).toBe(0n));
});

it('says which text is not money', () => {
  expect(() => piastres('12.345')).toThrow(RangeError);
  expect(() => piastres('--5')).toThrow(/--5/);
});

it('turns digits of both Arabic alphabets and leaves letters', () => {
  expect(toWesternDigits('رقم ٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('رقم 0123456789 0123456789');
});

function inArabicDigits(text: string): string {
  return text
    .replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    .replaceAll(',', '\u066c')
    .replaceAll('.', '\u066b');
}
