import type { Piastres } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

const atLeastZero = (copies: bigint): bigint => (copies > 0n ? copies : 0n);

/** Decision 14. */
export const isInStock = (copies: bigint, stock: bigint): boolean => copies <= stock;

/**
 * Undefined if there are enough copies. The constraint `book_stock` applies the same to concurrent writers.
 * @param stock copies that may be handed out, those of the payout itself included
 */
export const stockProblem = (copies: bigint, stock: bigint): string | undefined =>
  isInStock(copies, stock) ? undefined : sentences.stockTooLow({ stock: atLeastZero(stock) });

/** Undefined if so many copies are out (decision 131). */
export const returnProblem = (copies: bigint, out: bigint): string | undefined =>
  copies <= out ? undefined : sentences.moreThanOut({ copies: atLeastZero(out) });

/**
 * Piastres (decision 14).
 * @param sellPrice of one copy, in piastres
 */
export function payoutPrice(sellPrice: Piastres, copies: bigint): Piastres {
  return sellPrice * copies;
}

/**
 * Each copy keeps the price it had when the payout was made (decision 36). Piastres.
 * @param price of the whole payout, in piastres
 * @throws {RangeError} when the payout had no copies (division by zero).
 */
export function payoutPriceKept(price: Piastres, copies: bigint, copiesNow: bigint): Piastres {
  return (price / copies) * copiesNow;
}
