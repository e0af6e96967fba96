import { type Piastres, piastres } from '../money.ts';

/**
 * What copies of a book cost a student (decision 14), in piastres.
 * @param sellPrice of one copy, as decimal text
 * @throws {RangeError} when the price is not decimal text.
 */
export function payoutPrice(sellPrice: string, copies: bigint): Piastres {
  return piastres(sellPrice) * copies;
}

/**
 * The price of a payout whose quantity changes: each copy costs what it did when the payout was made (decision 36), in piastres.
 * @throws {RangeError} when the price is not decimal text, or the payout had no copies.
 */
export function payoutPriceKept(price: string, copies: bigint, copiesNow: bigint): Piastres {
  return (piastres(price) / copies) * copiesNow;
}
