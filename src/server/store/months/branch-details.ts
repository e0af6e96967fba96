import { sql } from 'kysely';
import { formatDecimal } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { incomeByDay } from './income-by-day.ts';
import { currentMonth } from './month-lock.ts';
import { withFigures } from './months.ts';

/** GET /branch/details/ (decisions 3, 5 and 40). */
export async function branchDetails(scope: BranchScope) {
  const branch = await scope.first(
    sql<{ id: bigint; name: string; address: string }>`
      select id, name, address from ${scope.rows('branch')} as own`,
  );
  const month = await currentMonth(scope);
  return {
    id: String(scope.branchId),
    name: branch?.name ?? '',
    address: branch?.address ?? '',
    current_month_name: month?.name ?? null,
    current_month: month?.status ?? null,
    idempotency: true,
    filters: true,
  };
}

/**
 * GET /dashboard/branch/: the sums of the month that runs, or else of the newest; zeros without any (decision 22). And, an addition of ours
 * (decision 6), what came in on each day of it.
 */
export async function dashboardOf(scope: BranchScope) {
  const month = await currentMonth(scope);
  const [figures] = month ? await withFigures(scope, [month]) : [];
  const none = formatDecimal(0n);
  return {
    total_income: figures?.revenue ?? none,
    franchise_expenses: figures?.franchise_expenses ?? none,
    total_expenses: figures?.expenses ?? none,
    total_profit: figures?.total_net_profit ?? none,
    income_by_day: month ? await incomeByDay(scope, month.id) : [],
  };
}
