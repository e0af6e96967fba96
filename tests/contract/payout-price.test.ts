import { expect, it } from 'vitest';
import { payoutPrice, payoutPriceKept } from '#contract/calculations/payout-price.ts';

it('the price of a payout is exact to the piastre', () => {
  expect(payoutPrice(8_555n, 3n)).toBe(25_665n);
  expect(payoutPrice(0n, 7n)).toBe(0n);
});

it('a changed payout keeps its unit price', () => {
  expect(payoutPriceKept(17_110n, 2n, 5n)).toBe(42_775n);
  expect(payoutPriceKept(17_110n, 2n, 1n)).toBe(8_555n);
});
