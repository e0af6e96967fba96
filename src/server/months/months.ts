import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { capabilityNames } from '#contract/branch.ts';
import { offsetAt } from '#contract/days.ts';
import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import type { monthChecklist, WaitingForMonth } from '#contract/month.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { netSalary, type PaidPart } from '#contract/rules/salary.ts';
import type { gettingStarted } from '#contract/setup.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { readGeneration } from '#server/db/generation.ts';
import { tableOf } from '#server/db/tables.ts';
import { notFound } from '#server/platform/http-error.ts';
import { listOfRows } from '#server/records/list-reader.ts';
import {
  currentMonthOf,
  monthById,
  monthColumns,
  runningMonth,
  type StoredMonth,
} from '#server/records/month-lock.ts';
import { isPresent } from '#server/records/presence.ts';
import { visibleMonth } from '#server/records/record-permissions.ts';
import {
  cashOf,
  changesBetween,
  figuresOf,
  type IncomeJson,
  incomeByDay,
  incomeOfMonth,
  keptFigures,
  readSums,
  type SumsJson,
  selectSums,
  sumsOf,
} from './figures.ts';

type MonthWithSums = StoredMonth & { readonly sums: SumsJson };

function selectMonths(
  scope: BranchScope,
  from: RawBuilder<unknown>,
  more = sql``,
): RawBuilder<MonthWithSums> {
  return sql`select ${monthColumns}, ${selectSums(scope)} as sums ${more} from ${from}`;
}

/** Figures are stored if the month has ended, else live. Debts are always live. */
function wireMonth(month: MonthWithSums) {
  const monthSums = sumsOf(month.sums);
  const { id, name, status, start_date, end_date, previous_figures } = month;
  const cash = month.figures ?? cashOf(monthSums);
  return {
    id: String(id),
    name,
    status,
    start_date,
    end_date,
    ...figuresOf(cash, monthSums),
    reopened_at: month.reopened_at,
    reopened_by: month.reopened_by,
    reopened_reason: month.reopened_reason,
    changes:
      previous_figures && changesBetween(previous_figures, month.figures ?? keptFigures(cash, monthSums)),
  };
}

export type WireMonth = ReturnType<typeof wireMonth>;

export async function requireMonth(scope: BranchScope, id: string): Promise<StoredMonth> {
  const month = await monthById(scope, requireId(id));
  if (!month) throw notFound();
  return month;
}

export async function readMonth(scope: BranchScope, id: string): Promise<WireMonth> {
  const found = sql`(select * from ${scope.rows('month')} as month where id = ${requireId(id)}) as month`;
  const month = await scope.first(selectMonths(scope, found));
  if (!month) throw notFound();
  return wireMonth(month);
}

export const monthList = listOfRows({
  count: (scope) => scope.count(sql`from ${scope.rows('month')} as counted`),
  select: (scope, _query, limit = sql``) => {
    const newest = sql`(select * from ${scope.rows('month')} as month order by id desc ${limit}) as month`;
    return sql<MonthWithSums>`${selectMonths(scope, newest)} order by month.id desc`;
  },
  wire: (month, scope) => visibleMonth(scope, wireMonth(month)),
  seen: (scope) => String(scope.sees('months.figures')),
});

/** GET /branch/details/ (decisions 3, 5 and 40). */
export async function readBranchDetails(scope: BranchScope) {
  const branch = await scope.first(
    sql<{ id: bigint; name: string; address: string }>`
      select id, name, address from ${scope.rows('branch')} as branch`,
  );
  const month = await scope.first(sql<StoredMonth>`select ${monthColumns} from ${currentMonthOf(scope)}`);
  const generation = await readGeneration(scope);
  const dayBegan = scope.startOf(scope.today);
  return {
    id: String(scope.branchId),
    name: branch?.name ?? '',
    address: branch?.address ?? '',
    current_month_name: month?.name ?? null,
    current_month: month?.status ?? null,
    ...Object.fromEntries(capabilityNames.map((name) => [name, true])),
    time_zone: scope.calendar.timeZone,
    zone_offset: { at: dayBegan.toISOString(), minutes: offsetAt(dayBegan, scope.calendar.timeZone) },
    day_begins: scope.calendar.dayBegins,
    generation: generation.id,
    restored_from: generation.restored_from,
  };
}

/** GET /dashboard/branch/: the current month, or zeros (decision 22). Month and daily income are additions (decision 6). */
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

/** For the hints on the dashboard of a new branch (decision 60). */
export const readGettingStarted = (scope: BranchScope) =>
  scope.one(sql<z.output<typeof gettingStarted>>`select
    exists (select from ${scope.rows('student')} as one) as students,
    (select count(*) > 1 from (select from ${scope.rows('app_user')} as one limit 2) as found) as users`);

type Counts = Record<
  'unpaid_employees' | 'open_deductions' | 'open_bonuses' | 'open_drawers' | 'owing_payouts',
  number
>;

interface OpenParts extends PaidPart {
  readonly deductions: readonly string[];
  readonly advances: readonly string[];
  readonly bonuses: readonly string[];
}

/** Piastres that the next part would pay to each employee whose salary of the month was paid in part (decision 134). */
async function readLeft(scope: BranchScope, month: bigint | null): Promise<readonly Piastres[]> {
  const open = (table: 'deduction' | 'advance' | 'bonus') => sql`
    (select coalesce(array_agg(amount::text), '{}') from ${scope.rows(table)} as open
      where employee_id = last.employee_id and settled_by_id is null)`;
  const parts = await scope.all(sql<OpenParts>`
    select last.*, ${open('deduction')} as deductions, ${open('advance')} as advances, ${open('bonus')} as bonuses
    from (
      select distinct on (employee_id) employee_id, amount, base_salary as base, bonus, deducted, advanced, paid_before as "paidBefore"
      from ${scope.rows('salary')} as part where month_id = ${month} order by employee_id, part desc
    ) as last`);
  const nets = parts.map(({ deductions, advances, bonuses, ...last }) => {
    const pay = {
      deductions: deductions.map(BigInt),
      advances: advances.map(BigInt),
      bonuses: bonuses.map(BigInt),
    };
    return netSalary(last.base, pay, last).net;
  });
  return nets.filter((net) => net > 0n);
}

export async function readMonthChecklist(scope: BranchScope): Promise<z.output<typeof monthChecklist>> {
  const running = await runningMonth(scope);
  const month = running?.id ?? null;
  // Whoever was here in the month gets a salary of it.
  const isPaid = isPresent(scope, 'one', running?.start_date);
  const found = await scope.one(sql<Counts>`select
    (select count(*)::int from ${scope.rows('employee')} as one where ${month}::bigint is not null and ${isPaid} and not exists (
      select from ${scope.rows('salary')} as paid where employee_id = one.id and month_id = ${month})) as unpaid_employees,
    (select count(*)::int from ${scope.rows('deduction')} as one where settled_by_id is null) as open_deductions,
    (select count(*)::int from ${scope.rows('bonus')} as one where settled_by_id is null) as open_bonuses,
    (select count(*)::int from (
      select user_id from ${scope.rows('drawer_line')} as line where close_id is null
      union select user_id from ${scope.rows('drawer_close')} as close where finished_at is null) as open) as open_drawers,
    (select count(*)::int from ${scope.rows('debt')} as one where resource = 'book-payout') as owing_payouts`);
  const unpaid = await scope.all(sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from ${scope.rows('enrolment')} as r
    where month_id = ${month} and related_id is null and price > 0 and remaining = price
    group by kind order by kind`);
  const left = await readLeft(scope, month);
  return {
    ...found,
    partly_paid: {
      count: left.length,
      left: scope.sees('salaries.read') ? formatDecimal(sum(left)) : null,
    },
    unpaid_enrolments: unpaid.flatMap(({ kind, count }) =>
      isResourceName(kind) ? [{ resource: kind, count }] : [],
    ),
  };
}

/** Sums only for users who see figures of months (decision 46). */
export async function readWaiting(scope: BranchScope): Promise<WaitingForMonth> {
  const sums = await readSums(scope, null);
  const counted = sums.filter(({ resource }) => tableOf(resource).monthRule?.blocksDelete);
  const { revenue, expenses } = figuresOf(cashOf(sums), sums);
  const sees = scope.sees('months.figures');
  return {
    count: counted.reduce((total, { rows }) => total + rows, 0),
    income: sees ? revenue : null,
    expenses: sees ? expenses : null,
  };
}
