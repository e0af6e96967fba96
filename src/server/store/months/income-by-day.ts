import { sql } from 'kysely';
import { formatDecimal } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';

/**
 * Returns the income of a month per effective date (decision 8), oldest first, as decimal text. Days without income are left out. The sum
 * equals the month's revenue. It is read from stored sums (migration 0009), not from payments.
 */
export async function incomeByDay(scope: BranchScope, monthId: bigint) {
  const days = await scope.all(sql<{ day: string; paid: bigint }>`
    select day::text as day, sum(paid)::bigint as paid
    from ${scope.rows('income_day')} as income where month_id = ${monthId}
    group by day having sum(paid) <> 0 order by day`);
  return days.map(({ day, paid }) => ({ day, income: formatDecimal(paid) }));
}
