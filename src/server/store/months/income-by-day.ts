import { type RawBuilder, sql } from 'kysely';
import type { BranchRows } from '#server/store/branch-scope.ts';
import { decimalOf } from '#server/store/decimal-text.ts';

/** Holds the income of each day as the database writes it, in piastres. */
export type IncomeJson = readonly (readonly [day: string, paid: string])[];

/**
 * Returns a scalar subquery with the income of the month in row `month` per effective date (decision 8), oldest first. Days without income
 * are left out. The sum equals the month's revenue. It is read from stored sums (migration 0009), not from payments.
 */
export function incomeOfMonth(scope: BranchRows): RawBuilder<IncomeJson> {
  return sql`(select coalesce(json_agg(json_build_array(day::text, paid::text) order by day), '[]')
    from (select day, sum(paid) as paid from ${scope.rows('income_day')} as income where month_id = month.id
      group by day having sum(paid) <> 0) as summed)`;
}

/** Returns the income of each day as decimal text. */
export function incomeByDay(json: IncomeJson) {
  return json.map(([day, paid]) => ({ day, income: decimalOf(paid) }));
}
