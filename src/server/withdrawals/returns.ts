import { sql } from 'kysely';
import { returnRefusal } from '#contract/rules/stock.ts';
import type { Leaving } from '#contract/rules/withdrawal.ts';
import { returnBody, undoBody } from '#contract/withdrawals.ts';
import { lockBook } from '#server/books/books.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { lockPayable } from '#server/enrolments/enrolments.ts';
import { appendHistory, historyRecordOf } from '#server/history/history.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, notFound } from '#server/platform/http-error.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { requireRecord } from '#server/records/repository.ts';
import type { PaidFor } from '#server/refunds/refunds.ts';
import {
  assertGoesBack,
  assertUnchanged,
  effectiveDay,
  netPaidOf,
  noteRefunds,
  parseNested,
  payOut,
  refundsOf,
  stateOf,
  takeRefundsBack,
} from './going-back.ts';

const payouts = tableOf('book-payout');

const bigintIn = (value: unknown): bigint => (typeof value === 'bigint' ? value : 0n);

/** Then the book, as everywhere. @throws {HttpError} 404, also for an installment */
async function lockPayout(scope: BranchScope, id: string): Promise<PaidFor> {
  const parsed = requireRecordId(id);
  await lockMonthShared(scope);
  const row = await lockPayable(scope, payouts, parsed);
  if (!row) throw notFound();
  await lockBook(scope, row.book_id);
  return { mapping: payouts, row };
}

/**
 * Copies go back into the stock, and their price is not owed any more; `quantity` of the payout stays what was handed
 * out (decision 131).
 * @throws {HttpError} 400, 403, 404
 */
export async function returnBooks(scope: BranchScope, id: string, body: unknown): Promise<object> {
  const payout = await lockPayout(scope, id);
  const { id: named, quantity, custom_date, ...goesBack } = parseNested(returnBody, body);
  const { row } = payout;
  const copies = BigInt(quantity);
  const returned = bigintIn(row.returned);
  const refusal = returnRefusal(copies, bigintIn(row.quantity) - returned);
  if (refusal !== undefined) throw badField('quantity', refusal);
  const worth = bigintIn(row.unit_price) * copies;
  const owed = bigintIn(row.price) - row.forgiven;
  // Their price may have been forgiven before.
  const forgiven = worth < owed ? worth : owed;
  const leaving: Leaving = { price: owed, netPaid: netPaidOf(payout), keep: owed - forgiven };
  await assertGoesBack(scope, leaving, goesBack);
  const before = await requireRecord(scope, payouts, id);
  const day = custom_date ?? scope.today;
  const { reason } = goesBack;
  const made = await scope.insert(
    'book_return',
    {
      id: named,
      book_payout_id: row.id,
      quantity: copies,
      forgiven: 0n,
      reason,
      custom_date: day,
      effective_date: effectiveDay(day, scope),
      state: '',
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<{ id: string }>`returning id`,
  );
  if (!made) throw new Error('insert into book_return returned no row');
  const wentBack = await payOut(scope, payout, goesBack, { book_return_id: made.id, day });
  await scope.update('book_return', sql`id = ${made.id}`, { forgiven });
  await scope.update('book_payout', sql`id = ${row.id}`, { returned: returned + copies });
  await scope.update('book_return', sql`id = ${made.id}`, { state: stateOf(scope, payout) });
  const after = await requireRecord(scope, payouts, id);
  await noteRefunds(scope, wentBack.made);
  await appendHistory(scope, {
    ...historyRecordOf(payouts, after),
    action: 'changed',
    before,
    after,
    note: messages.returnedNote({ copies, reason }),
  });
  const { refund, credit } = wentBack;
  return { ...after, return: { id: made.id, refund, credit } };
}

interface StoredReturn extends ColumnValues {
  readonly id: string;
  readonly quantity: bigint;
  readonly forgiven: bigint;
  readonly state: string;
  readonly created_at: string;
  readonly created_by: bigint;
}

/**
 * The last return, while nothing followed it.
 * @throws {HttpError} 403, 404, 409
 */
export async function undoReturn(scope: BranchScope, id: string, body: unknown): Promise<object> {
  const payout = await lockPayout(scope, id);
  parseNested(undoBody, body);
  const { row } = payout;
  const stored = await scope.first(sql<StoredReturn>`
    select * from ${scope.rows('book_return')} as own where book_payout_id = ${row.id} order by created_at desc, id desc limit 1`);
  if (!stored) throw conflict(messages.notReturned);
  const made = await refundsOf(scope, 'book_return_id', stored.id);
  await assertUnchanged(scope, payout, stored.state);
  const before = await requireRecord(scope, payouts, id);
  await scope.update('book_return', sql`id = ${stored.id}`, { forgiven: 0n });
  await scope.update('book_payout', sql`id = ${row.id}`, {
    returned: bigintIn(row.returned) - stored.quantity,
  });
  await takeRefundsBack(scope, made);
  await scope.remove('book_return', sql`id = ${stored.id}`);
  const after = await requireRecord(scope, payouts, id);
  await appendHistory(scope, {
    ...historyRecordOf(payouts, after),
    action: 'changed',
    before,
    after,
    note: messages.returnUndone,
  });
  return after;
}
