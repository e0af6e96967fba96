import type { Piastres } from '../money.ts';

/**
 * Calculates the price of a book payout, in piastres (decision 14).
 * @param sellPrice of one copy, in piastres
 */
export function payoutPrice(sellPrice: Piastres, copies: bigint): Piastres {
  return sellPrice * copies;
}

/**
 * Recalculates a payout's price for another quantity, in piastres (decision 36).
 * Each copy keeps the price it had when the payout was made.
 * @param price of the whole payout, in piastres
 * @throws {RangeError} when the payout had no copies (division by zero).
 */
export function payoutPriceKept(price: Piastres, copies: bigint, copiesNow: bigint): Piastres {
  return (price / copies) * copiesNow;
}
