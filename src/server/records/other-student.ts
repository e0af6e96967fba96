import { sql } from 'kysely';
import { CREDIT } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { conflict } from '#server/platform/http-error.ts';
import { isPrintedIn } from '#server/receipts/printed.ts';
import { lockCredit } from '#server/refunds/credit.ts';
import { isOwnIn, refundColumnOf } from './own-money.ts';

/**
 * Payments and refunds go along with their enrolment or payout, so each is asked like a change of itself (decision 140). Credit that was used is
 * its owner's.
 * @throws {HttpError} 403
 */
export async function assertMayGive(
  scope: BranchScope,
  mapping: TableMapping,
  payable: bigint,
): Promise<void> {
  if (scope.may('money.remove-any')) return;
  const closed = await scope.count(sql`from (
    select from ${scope.rows(mapping.table)} as r where (r.related_id = ${payable} or (r.id = ${payable} and payment_method = ${CREDIT}))
      and (payment_method = ${CREDIT} or ${isPrintedIn(scope, mapping)} or not ${isOwnIn(scope, mapping.table)})
    union all select from ${scope.rows('refund')} as r
      where ${sql.ref(refundColumnOf(mapping))} = ${payable} and not ${isOwnIn(scope, 'refund')}) as along`);
  if (closed > 0) scope.assertMay('money.remove-any');
}

/**
 * What refunds of it kept as credit goes to the other student with the record, and must not be used yet. They have it already.
 * @throws {HttpError} 409 if that was used
 */
export async function assertCreditGoesAlong(
  scope: BranchScope,
  mapping: TableMapping,
  { id, from }: { readonly id: bigint; readonly from: bigint },
): Promise<void> {
  const kept = sql`select r.id from ${scope.rows('refund')} as r
    where ${sql.ref(refundColumnOf(mapping))} = ${id} and payment_method = ${CREDIT}`;
  if ((await scope.count(sql`from (${kept}) as kept`)) === 0) return;
  const [left] = await lockCredit(scope, [from]);
  if (left && left.credit < 0n) throw conflict(messages.creditUsed);
}
