import type { WaitingForMonth } from '#contract/month-checklist.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { readAggregates } from '#server/store/lists/aggregates.ts';
import { tables } from '#server/store/tables.ts';
import { cashOf, figuresOf } from './figures.ts';

/** The month under which records without one are counted (migration 0003). */
const NO_MONTH = 0n;

/** The names under which records with money of a month are counted. */
const ofMonths: ReadonlySet<string> = new Set(
  tables.filter(({ monthRule }) => monthRule?.blocksDelete).flatMap(({ aggregateNames }) => aggregateNames),
);

/** Reads what waits for the next month; the sums for users who see figures of months (decision 46). */
export async function readWaiting(scope: BranchScope): Promise<WaitingForMonth> {
  const aggregates = await readAggregates(scope, NO_MONTH);
  const rows = aggregates.flatMap((one) => (ofMonths.has(one.what) ? [one.rows] : []));
  const { revenue, expenses } = figuresOf(cashOf(aggregates), aggregates);
  const sees = scope.sees('months.figures');
  return {
    count: Number(rows.reduce((total, one) => total + one, 0n)),
    income: sees ? revenue : null,
    expenses: sees ? expenses : null,
  };
}
