import { sql } from 'kysely';
import { type Piastres, sum } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import type { BranchScope, ScopedTable } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';

/** A condition on row `r` of the table: recorded by the user on this day of the branch, and in no close yet. */
export const isOwnIn = (scope: BranchScope, table: ScopedTable) =>
  sql`(r.created_by = ${scope.userId} and r.created_at >= ${scope.startOf(scope.today)} and not exists (
    select from ${scope.rows('drawer_line')} as line
    where line.source = ${table} and line.record_id = r.id and line.close_id is not null))`;

/** Of a refund that names the payable. */
export const refundColumnOf = ({ kind }: TableMapping) =>
  kind === undefined ? 'book_payout_id' : 'enrolment_id';

/** In piastres. */
export interface OwnMoney {
  readonly all: Piastres;
  /** What can go out by this method; all of it becomes credit. */
  readonly by: (method: unknown) => Piastres;
}

/**
 * Taken in by the user today for this enrolment or payout, and in no close yet, less what anybody paid back of it today. Credit was taken in
 * before.
 */
export async function ownMoneyOf(
  scope: BranchScope,
  mapping: TableMapping,
  payable: bigint,
): Promise<OwnMoney> {
  const rows = await scope.all(sql<{ method: string; own: Piastres }>`
    select payment_method as method, sum(amount)::bigint as own from (
      select payment_method, paid_amount as amount from ${scope.rows(mapping.table)} as r
        where ${payable} in (id, related_id) and payment_method <> ${CREDIT} and ${isOwnIn(scope, mapping.table)}
      union all select payment_method, -amount from ${scope.rows('refund')} as r
        where ${sql.ref(refundColumnOf(mapping))} = ${payable} and created_at >= ${scope.startOf(scope.today)}) as moved
    group by payment_method`);
  const all = sum(rows.map(({ own }) => own));
  return {
    all,
    by: (wanted) => (wanted === CREDIT ? all : (rows.find(({ method }) => method === wanted)?.own ?? 0n)),
  };
}
