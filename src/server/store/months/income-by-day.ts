import { sql } from 'kysely';
import { formatDecimal } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';

/**
 * What came in for a month on each effective day (decision 8), oldest first, as decimal text; days without any are left out. It adds up
 * to the month's revenue. Read from sums that are kept (migration 0009), without looking at any payment.
 */
export async function incomeByDay(scope: BranchScope, monthId: bigint) {
  const days = await scope.all(sql<{ day: string; paid: bigint }>`
    select day::text as day, sum(paid)::bigint as paid
    from ${scope.rows('income_day')} as kept where month_id = ${monthId}
    group by day having sum(paid) <> 0 order by day`);
  return days.map(({ day, paid }) => ({ day, income: formatDecimal(paid) }));
}
