import { formatMoney, LARGEST_AMOUNT } from '#contract/money.ts';
import { paidTooMuch } from '#contract/resources/paid-within-price.ts';
import { resources } from '#contract/resources/registry.ts';
import { gone } from '#server/store/columns.ts';
import { badField } from '#server/store/http-error.ts';
import type { ResourceHooks } from '#server/store/records/records.ts';
import { copies, lockBook } from './stock.ts';

/** The money and copies of a payout; money in piastres. */
interface Payout {
  readonly quantity: bigint;
  readonly unitPrice: bigint;
  readonly paid: bigint;
}

function whole(value: unknown): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

function refuseMoreThanStock(asked: bigint, stock: bigint): void {
  if (asked > stock) throw badField('quantity', `Only ${copies(stock)} in stock.`);
}

function refuseOverPrice({ quantity, unitPrice, paid }: Payout): void {
  const price = unitPrice * quantity;
  if (price > LARGEST_AMOUNT) {
    throw badField('quantity', `So many copies come to more than ${formatMoney(LARGEST_AMOUNT)}.`);
  }
  if (paid > price) throw badField('paid_amount', paidTooMuch(price));
}

/**
 * Payouts take copies out of stock at the price of that moment, which stays with them (decisions 14 and 36). The book's row is held from the
 * first look at its stock until the end, and its constraint counts once more.
 */
export const bookPayouts: ResourceHooks = {
  async stamp(scope, { book_id, quantity, paid_amount }) {
    const book = await lockBook(scope, book_id);
    if (!book) throw badField('book', gone(resources['book-payout'].fields.book));
    refuseMoreThanStock(whole(quantity), book.ordered - book.paid_out);
    refuseOverPrice({ quantity: whole(quantity), unitPrice: book.sell_price, paid: whole(paid_amount) });
    return { columns: { unit_price: book.sell_price } };
  },
  async refuseChange(scope, row, { quantity = row.quantity, paid_amount = row.paid_amount }) {
    if (quantity === row.quantity && paid_amount === row.paid_amount) return;
    const book = await lockBook(scope, row.book_id);
    const stock = book ? book.ordered - book.paid_out : 0n;
    refuseMoreThanStock(whole(quantity), stock + whole(row.quantity));
    refuseOverPrice({
      quantity: whole(quantity),
      unitPrice: whole(row.unit_price),
      paid: whole(paid_amount),
    });
  },
};
