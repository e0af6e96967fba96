import { sql } from 'kysely';
import type { z } from 'zod';
import type { monthChecklist, WaitingForMonth } from '#contract/month-checklist.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { tableOf } from '#server/store/tables.ts';
import { cashOf, figuresOf, readSums } from './figures.ts';
import { runningMonth } from './month-lock.ts';

interface Counts {
  readonly unpaid_employees: number;
  readonly open_deductions: number;
  readonly open_drawers: number;
  readonly owing_payouts: number;
}

const noCounts: Counts = { unpaid_employees: 0, open_deductions: 0, open_drawers: 0, owing_payouts: 0 };

/** Counts what may still be open before the running month ends; without one nothing of a month is. */
export async function readMonthChecklist(scope: BranchScope): Promise<z.output<typeof monthChecklist>> {
  const month = (await runningMonth(scope))?.id ?? null;
  const counts = await scope.first(sql<Counts>`select
    (select count(*)::int from ${scope.rows('employee')} as one where ${month}::bigint is not null and not exists (
      select from ${scope.rows('salary')} as paid where employee_id = one.id and month_id = ${month})) as unpaid_employees,
    (select count(*)::int from ${scope.rows('deduction')} as one where settled_by_id is null) as open_deductions,
    (select count(*)::int from (
      select user_id from ${scope.rows('drawer_line')} as line where close_id is null and amount <> 0
      union select user_id from ${scope.rows('drawer_close')} as close where finished_at is null) as open) as open_drawers,
    (select count(*)::int from ${scope.rows('book_payout')} as one where remaining > 0) as owing_payouts`);
  const unpaid = await scope.all(sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from ${scope.rows('enrolment')} as r
    where month_id = ${month} and related_id is null and price > 0 and remaining = price
    group by kind order by kind`);
  return {
    ...(counts ?? noCounts),
    unpaid_enrolments: unpaid.flatMap(({ kind, count }) =>
      isResourceName(kind) ? [{ resource: kind, count }] : [],
    ),
  };
}

/** Reads what waits for the next month; the sums for users who see figures of months (decision 46). */
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
