import { sql } from 'kysely';
import type { z } from 'zod';
import { formatDecimal } from '#contract/money.ts';
import type { gettingStarted } from '#contract/setup.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { readGeneration } from '#server/store/generation.ts';
import { type IncomeJson, incomeByDay, incomeOfMonth } from './figures.ts';
import { currentMonthOf, monthColumns, type StoredMonth } from './month-lock.ts';
import { type MonthWithSums, selectMonths, wireMonth } from './months.ts';

/** Returns the answer of GET /branch/details/ (decisions 3, 5 and 40). */
export async function readBranchDetails(scope: BranchScope) {
  const branch = await scope.first(
    sql<{ id: bigint; name: string; address: string }>`
      select id, name, address from ${scope.rows('branch')} as own`,
  );
  const month = await scope.first(sql<StoredMonth>`select ${monthColumns} from ${currentMonthOf(scope)}`);
  const generation = await readGeneration(scope);
  return {
    id: String(scope.branchId),
    name: branch?.name ?? '',
    address: branch?.address ?? '',
    current_month_name: month?.name ?? null,
    current_month: month?.status ?? null,
    idempotency: true,
    filters: true,
    merges: true,
    sessions: true,
    generation: generation.id,
    restored_from: generation.restored_from,
    payout_installments: true,
    users: true,
    approvals: true,
    collections: true,
    collection_records: true,
    collection_payer: true,
    settings: true,
    receipts: true,
    search: true,
    merges_students: true,
    closes: true,
    month_checklist: true,
    month_waiting: true,
    debts: true,
    exports: true,
    imports: true,
    people: true,
    outcomes: true,
  };
}

/**
 * Returns the answer of GET /dashboard/branch/: the figures of the current month, or zeros without one (decision 22). As an addition
 * (decision 6) it has the month itself and the income of each day.
 */
export async function dashboardOf(scope: BranchScope) {
  const income = sql`, ${incomeOfMonth(scope)} as income`;
  const month = await scope.first(
    sql<MonthWithSums & { income: IncomeJson }>`${selectMonths(scope, currentMonthOf(scope), income)}`,
  );
  const figures = month && wireMonth(month);
  const zero = formatDecimal(0n);
  return {
    total_income: figures?.revenue ?? zero,
    franchise_expenses: figures?.franchise_expenses ?? zero,
    total_expenses: figures?.expenses ?? zero,
    total_profit: figures?.total_net_profit ?? zero,
    month: month ? { id: String(month.id), name: month.name, status: month.status } : null,
    income_by_day: month ? incomeByDay(month.income) : [],
  };
}

/** Tells what a new branch has done already, for the hints on its dashboard (decision 60). */
export async function readGettingStarted(scope: BranchScope): Promise<z.output<typeof gettingStarted>> {
  const found = await scope.first(
    sql<z.output<typeof gettingStarted>>`select
      exists (select from ${scope.rows('student')} as one) as students,
      (select count(*) > 1 from (select from ${scope.rows('app_user')} as one limit 2) as found) as users`,
  );
  return found ?? { students: false, users: false };
}
