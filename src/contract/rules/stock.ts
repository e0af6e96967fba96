import { defineMessages, plural } from '../messages.ts';
import type { Piastres } from '../money.ts';

const atLeastZero = (copies: bigint): bigint => (copies > 0n ? copies : 0n);

export const stockMessages = defineMessages('stockRule', {
  stockTooLow: ({ stock }: { stock: bigint }) =>
    plural(Number(stock), { one: 'Only # copy in stock.', other: 'Only # copies in stock.' }),
});

/** Tells whether so many copies may be handed out (decision 14). */
export const isInStock = (copies: bigint, stock: bigint): boolean => copies <= stock;

/**
 * Refuses to hand out more copies than there are; undefined where there are enough. The constraint `book_stock` says the
 * same to writers that come at the same time.
 * @param stock the copies that may be handed out, those of the payout itself included
 */
export const stockRefusal = (copies: bigint, stock: bigint): string | undefined =>
  isInStock(copies, stock) ? undefined : stockMessages.stockTooLow({ stock: atLeastZero(stock) });

/**
 * Calculates the price of a book payout, in piastres (decision 14).
 * @param sellPrice of one copy, in piastres
 */
export function payoutPrice(sellPrice: Piastres, copies: bigint): Piastres {
  return sellPrice * copies;
}

/**
 * Recalculates a payout's price for another quantity, in piastres (decision 36). Each copy keeps the price it had when the payout was
 * made.
 * @param price of the whole payout, in piastres
 * @throws {RangeError} when the payout had no copies (division by zero).
 */
export function payoutPriceKept(price: Piastres, copies: bigint, copiesNow: bigint): Piastres {
  return (price / copies) * copiesNow;
}
