import { describe, expect, it } from 'vitest';
import { computedQuantity } from '#contract/computed-fields.ts';
import { quantity } from '#contract/fields.ts';
import { parseQuantity } from '#contract/money.ts';
import { sentences } from '#contract/texts/sentences.en.ts';

describe('parseQuantity()', () => {
  it.each([
    ['12', 12n],
    [' 7 ', 7n],
    ['1,200', 1200n],
    ['١٢', 12n],
    ['۱٬۲۰۰', 1200n],
    ['0', 0n],
    ['007', 7n],
  ])('reads the typed quantity %s as %s copies', (typed, copies) =>
    expect(parseQuantity(typed)).toBe(copies));

  it.each([
    '',
    '1.5',
    '-1',
    '1e3',
    '12 000',
    '1,20',
    'ten',
    '9'.repeat(16),
    '١٫٥',
  ])('rejects %s, which is not a quantity', (typed) => expect(parseQuantity(typed)).toBeUndefined());
});

describe('a quantity field', () => {
  const field = quantity('quantity', () => sentences.quantityMissing);
  const messages = (value: unknown) =>
    field.write.safeParse(value).error?.issues.map(({ message }) => message);

  it('accepts 1 to 999,999 and stores plain digits', () => {
    expect(field.write.parse('٩٩٩,٩٩٩')).toBe('999999');
    expect(field.write.parse(3)).toBe('3');
  });

  it.each([
    [undefined, 'Quantity is required'],
    ['', 'Quantity is required'],
    ['  ', 'Quantity is required'],
    ['0', 'Enter a whole number of 1 or more'],
    ['2.5', 'Enter a whole number of 1 or more'],
    ['1000000', 'Enter at most 999,999'],
    [null, 'Invalid input'],
    [['1'], 'Invalid input'],
  ])('answers the value %j with "%s"', (value, message) => expect(messages(value)).toEqual([message]));

  it('reads text and numbers of a server; an absent stock is zero', () => {
    expect(field.read.parse(5)).toBe('5');
    expect(computedQuantity('quantity').read.parse(undefined)).toBe('0');
  });
});
