import { sql } from 'kysely';
import { formatMoney, LARGEST_AMOUNT } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import { isPayable, paidTooMuch } from '#contract/rules/payable.ts';
import { payoutPrice, stockRefusal } from '#contract/rules/stock.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { missingReferenceMessage } from '#server/db/columns.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import type { ResourceHooks, StoredRow } from '#server/records/records.ts';
import { paysFromDrawer } from './expenses.ts';

interface LockedBook {
  readonly id: bigint;
  /** Piastres. */
  readonly sell_price: bigint;
  readonly ordered: bigint;
  readonly paid_out: bigint;
}

export function lockBook(scope: BranchScope, id: unknown): Promise<LockedBook | undefined> {
  return scope.first(sql<LockedBook>`
    select id, sell_price, ordered, paid_out from ${scope.rows('book')} as r where id = ${id} for no key update`);
}

/** Copies that were paid out must stay covered (decision 36). */
async function assertCoversPayouts(
  scope: BranchScope,
  { book_id, quantity }: StoredRow,
  newQuantity: bigint,
): Promise<void> {
  const book = await lockBook(scope, book_id);
  const before = typeof quantity === 'bigint' ? quantity : 0n;
  if (!book || book.ordered - before + newQuantity >= book.paid_out) return;
  const ordered = book.ordered - before + newQuantity;
  throw conflict(messages.copiesHandedOut({ paidOut: book.paid_out, ordered }));
}

export const bookOrderHooks: ResourceHooks = {
  async beforeCreate(scope, { book_id, from_drawer }) {
    if (!(await lockBook(scope, book_id)))
      throw badField('book', missingReferenceMessage(resources['book-order'].fields.book));
    return { serverFields: { from_drawer: from_drawer ?? paysFromDrawer(scope) } };
  },
  async validateUpdate(scope, row, { quantity }) {
    if (typeof quantity === 'bigint' && quantity !== row.quantity) {
      await assertCoversPayouts(scope, row, quantity);
    }
  },
  beforeDelete: (scope, row) => assertCoversPayouts(scope, row, 0n),
};

/** Money in piastres. */
interface Payout {
  readonly quantity: bigint;
  readonly unitPrice: bigint;
  readonly paid: bigint;
  readonly installments: bigint;
  readonly raisesPaid: boolean;
}

function bigintOrZero(value: unknown): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

function assertInStock(requested: bigint, stock: bigint): void {
  const refusal = stockRefusal(requested, stock);
  if (refusal !== undefined) throw badField('quantity', refusal);
}

function assertPriceNotExceeded({ quantity, unitPrice, paid, installments, raisesPaid }: Payout): void {
  const price = payoutPrice(unitPrice, quantity);
  if (price > LARGEST_AMOUNT) {
    throw badField('quantity', messages.payoutTooExpensive({ limit: formatMoney(LARGEST_AMOUNT) }));
  }
  const due = price - installments;
  if (isPayable(paid, due)) return;
  if (due >= 0n && (raisesPaid || installments === 0n)) throw badField('paid_amount', paidTooMuch(due));
  throw badField('quantity', messages.pricePaid({ paid: formatMoney(paid + installments) }));
}

/**
 * Stamps the current unit price (decisions 14 and 36). The book's row is locked before its stock is read, until the
 * transaction ends; a constraint of the table checks the stock again.
 */
export const bookPayoutHooks: ResourceHooks = {
  async beforeCreate(scope, { book_id, quantity, paid_amount }) {
    const book = await lockBook(scope, book_id);
    if (!book) throw badField('book', missingReferenceMessage(resources['book-payout'].fields.book));
    assertInStock(bigintOrZero(quantity), book.ordered - book.paid_out);
    assertPriceNotExceeded({
      quantity: bigintOrZero(quantity),
      unitPrice: book.sell_price,
      paid: bigintOrZero(paid_amount),
      installments: 0n,
      raisesPaid: true,
    });
    return { serverFields: { unit_price: book.sell_price } };
  },
  async validateUpdate(scope, row, { quantity = row.quantity, paid_amount = row.paid_amount }) {
    if (quantity === row.quantity && paid_amount === row.paid_amount) return;
    const book = await lockBook(scope, row.book_id);
    const stock = book ? book.ordered - book.paid_out : 0n;
    assertInStock(bigintOrZero(quantity), stock + bigintOrZero(row.quantity));
    assertPriceNotExceeded({
      quantity: bigintOrZero(quantity),
      unitPrice: bigintOrZero(row.unit_price),
      paid: bigintOrZero(paid_amount),
      installments: bigintOrZero(row.installments_paid),
      raisesPaid: bigintOrZero(paid_amount) > bigintOrZero(row.paid_amount),
    });
  },
};
