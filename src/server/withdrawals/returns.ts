import { sql } from 'kysely';
import type { Leaving } from '#contract/rules/refund.ts';
import { returnProblem } from '#contract/rules/stock.ts';
import { returnBody, undoBody } from '#contract/withdrawals.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import { lockBook } from '#server/books/books.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { tableOf } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import { seenNow } from '#server/records/seen-records.ts';
import type { PaidFor } from '#server/refunds/refunds.ts';
import { assertGoesBack, goBack, lockPaidFor, netPaidOf, parseNested, undoGoingBack } from './going-back.ts';

const payouts = tableOf('book-payout');

const bigintIn = (value: unknown): bigint => (typeof value === 'bigint' ? value : 0n);

async function lockPayout(scope: BranchScope, id: string): Promise<PaidFor> {
  const payout = await lockPaidFor(scope, payouts, id);
  await lockBook(scope, payout.row.book_id);
  return payout;
}

/** `quantity` of the payout stays what was handed out (decision 131). */
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
