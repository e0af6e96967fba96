import { resources } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { gone } from '#server/store/columns.ts';
import { badField, conflict } from '#server/store/http-error.ts';
import type { ResourceHooks, StoredRow } from '#server/store/records/records.ts';
import { copies, lockBook } from './stock.ts';

/** What was paid out of an order can't be taken back by shrinking it (decision 36). */
async function refuseBelowPaidOut(
  scope: BranchScope,
  { book_id, quantity }: StoredRow,
  left: bigint,
): Promise<void> {
  const book = await lockBook(scope, book_id);
  const before = typeof quantity === 'bigint' ? quantity : 0n;
  if (!book || book.ordered - before + left >= book.paid_out) return;
  throw conflict(
    `${copies(book.paid_out)} of this book were handed out. With this change only ${book.ordered - before + left} would have come in.`,
  );
}

/** Orders bring copies into stock; the triggers of migration 0004 count them. */
export const bookOrders: ResourceHooks = {
  async stamp(scope, { book_id }) {
    if (!(await lockBook(scope, book_id))) throw badField('book', gone(resources['book-order'].fields.book));
    return { columns: {} };
  },
  async refuseChange(scope, row, { quantity }) {
    if (typeof quantity === 'bigint' && quantity !== row.quantity) {
      await refuseBelowPaidOut(scope, row, quantity);
    }
  },
  beforeRemove: (scope, row) => refuseBelowPaidOut(scope, row, 0n),
};
