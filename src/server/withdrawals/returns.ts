import { sql } from 'kysely';
import type { Leaving } from '#contract/rules/refund.ts';
import { returnProblem } from '#contract/rules/stock.ts';
import { returnBody, undoBody } from '#contract/withdrawals.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import { lockBook } from '#server/books/books.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { lockPayable } from '#server/enrolments/enrolments.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, notFound } from '#server/platform/http-error.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { seenNow } from '#server/records/seen-records.ts';
import type { PaidFor } from '#server/refunds/refunds.ts';
import { assertGoesBack, goBack, netPaidOf, parseNested, undoGoingBack } from './going-back.ts';

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
export async function returnBooks(scope: BranchScope, id: string, body: unknown): Promise<WriteAnswer> {
  const payout = await lockPayout(scope, id);
  const { id: named, quantity, custom_date, ...goesBack } = parseNested(returnBody, body);
  const { row } = payout;
  const copies = BigInt(quantity);
  const returned = bigintIn(row.returned);
  const problem = returnProblem(copies, bigintIn(row.quantity) - returned);
  if (problem !== undefined)
    throw badField('quantity', problem, {
      code: 'paid-back',
      ...(await seenNow(scope, payouts, row.id)),
    });
  const worth = bigintIn(row.unit_price) * copies;
  const owed = bigintIn(row.price) - row.forgiven;
  // Their price may have been forgiven before.
  const forgiven = worth < owed ? worth : owed;
  const leaving: Leaving = { price: owed, netPaid: netPaidOf(payout), keep: owed - forgiven };
  await assertGoesBack(scope, payout, leaving, goesBack);
  const day = custom_date ?? scope.today;
  const { reason } = goesBack;
  return goBack(scope, payout, goesBack, {
    table: 'book_return',
    values: { id: named, book_payout_id: row.id, quantity: copies, reason, custom_date: day },
    day,
    forgiven,
    changes: { returned: returned + copies },
    note: messages.returnedNote({ copies, reason }),
  });
}

interface StoredReturn {
  readonly id: string;
  readonly last_movement: bigint;
  readonly quantity: bigint;
}

/**
 * The last return, while nothing followed it.
 * @throws {HttpError} 403, 404, 409
 */
export async function undoReturn(scope: BranchScope, id: string, body: unknown): Promise<WriteAnswer> {
  const payout = await lockPayout(scope, id);
  parseNested(undoBody, body);
  const { row } = payout;
  const stored = await scope.first(sql<StoredReturn>`
    select * from ${scope.rows('book_return')} as book_return where book_payout_id = ${row.id} order by created_at desc, id desc limit 1`);
  if (!stored) throw conflict(messages.notReturned);
  return undoGoingBack(scope, payout, stored, {
    table: 'book_return',
    changes: { returned: bigintIn(row.returned) - stored.quantity },
    note: messages.returnUndone,
  });
}
