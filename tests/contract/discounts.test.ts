import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violatedRules } from '#contract/define-resource.ts';
import { formatDecimal, LARGEST_AMOUNT, parsePiastres } from '#contract/money.ts';
import { writtenPercent, writtenPrices } from '#contract/price-list.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  discountAddsUp,
  discountAfterPrice,
  formatPercent,
  isAboveLimit,
  listPriceOf,
  parsePercent,
  percentOf,
} from '#contract/rules/discounts.ts';

const amounts = fc.bigInt({ min: 0n, max: LARGEST_AMOUNT });
const percents = fc.bigInt({ min: 0n, max: 10_000n });

describe('a percentage of a list price', () => {
  it('is never negative, never above the list price, and leaves a price that is not negative', () => {
    fc.assert(
      fc.property(amounts, percents, (list, percent) => {
        const discount = percentOf(list, percent);
        expect(discount >= 0n && discount <= list).toBe(true);
        const body = { list_price: formatDecimal(list), discount: formatDecimal(discount) };
        const reason = discount > 0n ? 'siblings' : null;
        const price = formatDecimal(list - discount);
        expect(discountAddsUp({ ...body, price, discount_reason: reason })).toBeUndefined();
      }),
    );
  });

  it('is within half a piastre of the exact value, and grows with the percentage', () => {
    fc.assert(
      fc.property(amounts, percents, percents, (list, one, other) => {
        const twice = percentOf(list, one) * 20_000n - list * one * 2n;
        expect(twice > -10_000n && twice <= 10_000n).toBe(true);
        if (one <= other) expect(percentOf(list, one) <= percentOf(list, other)).toBe(true);
      }),
    );
  });

  it('is rounded half up to piastres', () => {
    expect(percentOf(5n, 1_000n)).toBe(1n);
    expect(percentOf(4n, 1_000n)).toBe(0n);
    expect(percentOf(333n, 3_333n)).toBe(111n);
  });

  it.each([
    ['10', 1_000n],
    ['12.5%', 1_250n],
    ['١٠٪', 1_000n],
    ['100', 10_000n],
    ['100.01', undefined],
    ['-1', undefined],
    ['ten', undefined],
  ])('%s is read as %s hundredths', (typed, hundredths) => expect(parsePercent(typed)).toBe(hundredths));

  it('is written without needless zeros, and "" is none', () => {
    for (const percent of [0n, 1_000n, 1_250n, 10_000n, 5n])
      expect(parsePercent(formatPercent(percent))).toBe(percent);
    expect(formatPercent(1_250n)).toBe('12.5');
    expect([
      writtenPercent.parse('10.00'),
      writtenPercent.parse(''),
      writtenPercent.parse(undefined),
    ]).toEqual(['10', null, undefined]);
  });
});

describe('the rule of discounts', () => {
  const right = { price: '900', list_price: '1000', discount: '100', discount_reason: 'siblings' };
  it.each([
    ['nothing of it', { price: '900' }, undefined],
    ['all of it', right, undefined],
    ['a list price alone', { price: '1000', list_price: '1000' }, undefined],
    ['a lower price alone', { price: '900', list_price: '1000' }, 'discount'],
    ['a discount of nothing', { price: '900', list_price: '1000', discount: '0' }, 'discount'],
    ['no list price', { ...right, list_price: null }, 'list_price'],
    ['a discount above the list price', { ...right, discount: '1000.01' }, 'discount'],
    ['another price', { ...right, price: '950' }, 'discount'],
    ['no reason', { ...right, discount_reason: null }, 'discount_reason'],
    ['a reason alone', { price: '900', discount_reason: 'staff' }, 'discount'],
  ])('with %s', (_what, draft, field) => {
    expect(discountAddsUp(draft)?.field).toBe(field);
    const course = resourceOf('kids-course');
    expect(violatedRules(course, draft).map((one) => one.field)).toEqual(field ? [field] : []);
  });

  it.each([
    ['nothing of it', { notes: 'seen', price: '900' }, undefined],
    ['the price', { price: '800' }, 'discount'],
    ['the list price', { list_price: '1100' }, 'discount'],
    ['the discount', { discount: '90' }, 'discount'],
    ['the reason', { discount_reason: 'staff' }, 'discount'],
  ])('that a stored enrolment lacks is asked for by a change of %s', (_what, change, field) => {
    const stored = { price: '900.00', list_price: '1000.00', discount: null, discount_reason: null };
    const course = resourceOf('kids-course');
    const violated = violatedRules(course, { ...stored, ...change }, stored);
    expect(violated.map((one) => one.field)).toEqual(field ? [field] : []);
  });

  it('is kept by a change of the price alone, which needs a reason below the list price', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (list, less, price) => {
        const discount = less > list ? list : less;
        const before = {
          list_price: formatDecimal(list),
          discount: formatDecimal(discount),
          discount_reason: discount > 0n ? 'siblings' : null,
          price: formatDecimal(list - discount),
        };
        const after = { ...before, price: formatDecimal(price), ...discountAfterPrice(before, price) };
        const lacksReason = discount === 0n && price < list;
        expect(discountAddsUp(after)?.field).toBe(lacksReason ? 'discount' : undefined);
        expect(parsePiastres(after.price)).toBe(price);
      }),
    );
  });
});

describe('the price list', () => {
  const prices = [
    { resource: 'kids-course', price: '1800.00' },
    { resource: 'kids-course', period: '3', price: '4500.00' },
    { resource: 'kids-course', level: '2', price: '2000.00' },
    { resource: 'kids-course', level: '2', period: '3', price: '5000.00' },
    { resource: 'home-schooling', stage: 'Primary 3', price: '700.00' },
  ];
  it.each([
    ['kids-course', {}, 180_000n],
    ['kids-course', { level: '1', period: '1' }, 180_000n],
    ['kids-course', { level: '1', period: '3' }, 450_000n],
    ['kids-course', { level: '2', period: '3' }, 500_000n],
    ['home-schooling', { stage: ' primary 3' }, 70_000n],
    ['home-schooling', { stage: 'KG 1' }, undefined],
    ['bus', {}, undefined],
  ])('gives the most particular row: %s %j', (resource, record, price) =>
    expect(listPriceOf(prices, resource, record)).toBe(price));

  it('takes the first of two rows that are as particular', () => {
    const tied = [prices[1], prices[2]].flatMap((row) => row ?? []);
    expect(listPriceOf(tied, 'kids-course', { level: '2', period: '3' })).toBe(450_000n);
  });

  it.each([
    ['a row twice', [prices[0], { ...prices[0], price: '1' }], [1, 'resource']],
    ['a condition that the kind has not', [{ resource: 'bus', level: '1', price: '1' }], [0, 'level']],
    ['a level that there is not', [{ resource: 'kids-course', level: '99', price: '1' }], [0, 'level']],
    ['no price', [{ resource: 'bus', price: '' }], [0, 'price']],
    ['no kind of enrolment', [{ resource: 'book', price: '1' }], [0, 'resource']],
  ])('refuses %s', (_what, rows, path) =>
    expect(writtenPrices.safeParse(rows).error?.issues[0]?.path).toEqual(path));
});

describe('the limit of staff', () => {
  const limit = { percent: 1_000n, prices: [{ resource: 'bus', price: '1000.00' }] };
  const at = (price: string, list_price?: string) => ({ price, ...(list_price && { list_price }) });
  it.each([
    ['a discount at it', at('900', '1000'), undefined, false],
    ['a discount above it', at('899.99', '1000'), undefined, true],
    ['a lower price without a discount', at('800'), undefined, true],
    ['a lower list price than that of the branch', at('500', '500'), undefined, true],
    ['a higher price', at('1200'), undefined, false],
    ['a change that leaves the price', at('500'), at('500'), false],
    ['a change that raises the price', at('600'), at('500'), false],
    ['a change that lowers the price', at('400'), at('500'), true],
  ])('with %s', (_what, record, before, above) =>
    expect(isAboveLimit(limit, 'bus', record, before)).toBe(above));

  it('is none where the branch has set none, and for an installment', () => {
    expect(isAboveLimit({ ...limit, percent: undefined }, 'bus', at('1'))).toBe(false);
    expect(isAboveLimit(limit, 'bus', { is_installment: true, price: null })).toBe(false);
  });
});
