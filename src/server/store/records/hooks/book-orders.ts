import { resources } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { missingReferenceMessage } from '#server/store/columns.ts';
import { badField, conflict } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import type { ResourceHooks, StoredRow } from '#server/store/records/records.ts';
import { paysFromDrawer } from './from-drawer.ts';
import { lockBook } from './stock.ts';

/** Rejects a quantity below the copies already paid out (decision 36). */
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

/** Validates stock for book orders; the triggers of migration 0004 count the copies. */
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
