import { sql } from 'kysely';
import type { Field } from '#contract/fields.ts';
import { formatMoney, LARGEST_AMOUNT } from '#contract/money.ts';
import type { SeenRecord } from '#contract/problems.ts';
import { resources } from '#contract/resources/registry.ts';
import { isPayable, paidTooMuch } from '#contract/rules/payable.ts';
import { paidBackProblem } from '#contract/rules/refund.ts';
import { payoutPrice, stockProblem } from '#contract/rules/stock.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { missingReferenceMessage } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import type { ResourceHooks, StoredRow } from '#server/records/records.ts';
import { mostOf, seenNow } from '#server/records/seen-records.ts';

interface LockedBook {
  readonly id: string;
  /** Piastres. */
  readonly sell_price: bigint;
  readonly ordered: bigint;
  readonly corrected: bigint;
  readonly paid_out: bigint;
}

const stockOf = ({ ordered, corrected, paid_out }: LockedBook): bigint => ordered + corrected - paid_out;

export function lockBook(scope: BranchScope, id: unknown): Promise<LockedBook | undefined> {
  return scope.first(sql<LockedBook>`
    select id, sell_price, ordered, corrected, paid_out from ${scope.rows('book')} as r where id = ${id} for no key update`);
}

const missingBook = (field: Field) =>
  badField('book', missingReferenceMessage(field), { code: 'missing-record' });

/** Copies that were paid out must stay covered (decision 36). */
async function assertCoversPayouts(
  scope: BranchScope,
  { book_id, quantity }: StoredRow,
  newQuantity: bigint,
): Promise<void> {
  const book = await lockBook(scope, book_id);
  const before = typeof quantity === 'bigint' ? quantity : 0n;
  if (!book || stockOf(book) - before + newQuantity >= 0n) return;
  const ordered = book.ordered + book.corrected - before + newQuantity;
  throw conflict(messages.copiesHandedOut({ paidOut: book.paid_out, ordered }), {
    code: 'out-of-stock',
    ...(await seenNow(scope, tableOf('book'), book.id)),
  });
}

export const bookOrderHooks: ResourceHooks = {
  async beforeCreate(scope, { book_id }) {
    if (!(await lockBook(scope, book_id))) throw missingBook(resources['book-order'].fields.book);
    return undefined;
  },
  async validateUpdate(scope, row, { quantity }) {
    if (typeof quantity === 'bigint' && quantity !== row.quantity) {
      await assertCoversPayouts(scope, row, quantity);
    }
  },
  beforeDelete: (scope, row) => assertCoversPayouts(scope, row, 0n),
};

/** The difference is between what was counted and what was expected then, so that later moves stay (decision 131). */
export const stockCountHooks: ResourceHooks = {
  async beforeCreate(scope, { book_id, counted, expected }) {
    const book = await lockBook(scope, book_id);
    if (!book) throw missingBook(resources['stock-count'].fields.book);
    const stock = stockOf(book);
    const seen = typeof expected === 'bigint' ? expected : stock;
    if (stock + bigintOrZero(counted) - seen < 0n) throw badField('counted', messages.stockBelowNothing);
    return {
      serverFields: {
        expected: seen,
        created_by: scope.userId,
        created_by_name: await userName(scope),
      },
    };
  },
  async beforeDelete(scope, { book_id, difference }) {
    const book = await lockBook(scope, book_id);
    if (book && stockOf(book) < bigintOrZero(difference)) throw conflict(messages.stockChanged);
  },
};

/** Money in piastres. */
interface Payout {
  readonly quantity: bigint;
  readonly unitPrice: bigint;
  readonly paid: bigint;
  readonly installments: bigint;
  readonly refunded: bigint;
  readonly forgiven: bigint;
  readonly raisesPaid: boolean;
}

function bigintOrZero(value: unknown): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

/** @param stock copies that may be handed out, those of the payout itself included */
async function assertInStock(
  scope: BranchScope,
  book: LockedBook,
  requested: bigint,
  stock = stockOf(book),
): Promise<void> {
  const problem = stockProblem(requested, stock);
  if (problem === undefined) return;
  throw badField('quantity', problem, {
    code: 'out-of-stock',
    ...(stock > 0n && { most: String(stock) }),
    ...(await seenNow(scope, tableOf('book'), book.id)),
  });
}

/** @throws {HttpError} 400 with the record that the payout was compared with */
async function assertPriceNotExceeded(
  payout: Payout,
  seen: () => Promise<{ readonly current?: SeenRecord }>,
): Promise<void> {
  const { quantity, unitPrice, paid, installments, refunded, forgiven, raisesPaid } = payout;
  const price = payoutPrice(unitPrice, quantity);
  if (price > LARGEST_AMOUNT) {
    throw badField('quantity', messages.payoutTooExpensive({ limit: formatMoney(LARGEST_AMOUNT) }));
  }
  const problem = paidBackProblem({ paid: paid + installments, refunded });
  if (problem !== undefined) throw badField('paid_amount', problem, { code: 'paid-back', ...(await seen()) });
  const due = price - forgiven - installments + refunded;
  if (isPayable(paid, due)) return;
  const facts = { code: 'overpaid', ...(await seen()) } as const;
  if (due >= 0n && (raisesPaid || installments === 0n))
    throw badField('paid_amount', paidTooMuch(due), { ...facts, ...mostOf(due) });
  throw badField(
    'quantity',
    messages.pricePaid({
      paid: formatMoney(paid + installments - refunded),
      forgiven: forgiven > 0n && formatMoney(forgiven),
    }),
    facts,
  );
}

/**
 * Stamps the current unit price (decisions 14 and 36). The book's row is locked before its stock is read, until the
 * transaction ends; a constraint of the table checks the stock again.
 */
export const bookPayoutHooks: ResourceHooks = {
  async beforeCreate(scope, { book_id, quantity, paid_amount }) {
    const book = await lockBook(scope, book_id);
    if (!book) throw missingBook(resources['book-payout'].fields.book);
    await assertInStock(scope, book, bigintOrZero(quantity));
    const payout = {
      quantity: bigintOrZero(quantity),
      unitPrice: book.sell_price,
      paid: bigintOrZero(paid_amount),
      installments: 0n,
      refunded: 0n,
      forgiven: 0n,
      raisesPaid: true,
    };
    await assertPriceNotExceeded(payout, () => seenNow(scope, tableOf('book'), book.id));
    return { serverFields: { unit_price: book.sell_price } };
  },
  async validateUpdate(scope, row, { quantity = row.quantity, paid_amount = row.paid_amount }) {
    if (quantity === row.quantity && paid_amount === row.paid_amount) return;
    const book = await lockBook(scope, row.book_id);
    if (!book) throw missingBook(resources['book-payout'].fields.book);
    await assertInStock(scope, book, bigintOrZero(quantity), stockOf(book) + bigintOrZero(row.quantity));
    const returned = bigintOrZero(row.returned);
    if (bigintOrZero(quantity) < returned) throw badField('quantity', messages.copiesReturned({ returned }));
    const payout = {
      quantity: bigintOrZero(quantity),
      unitPrice: bigintOrZero(row.unit_price),
      paid: bigintOrZero(paid_amount),
      installments: bigintOrZero(row.installments_paid),
      refunded: bigintOrZero(row.refunded),
      forgiven: bigintOrZero(row.forgiven),
      raisesPaid: bigintOrZero(paid_amount) > bigintOrZero(row.paid_amount),
    };
    await assertPriceNotExceeded(payout, () => seenNow(scope, tableOf('book-payout'), row.id));
  },
};
