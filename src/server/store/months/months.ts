import { sql } from 'kysely';
import { figures, type Month } from '#contract/month.ts';
import { readChangeCounts, versionOf } from '#server/store/branch-changes.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { readGeneration } from '#server/store/generation.ts';
import { notFound } from '#server/store/http-error.ts';
import { aggregatesOfMonths } from '#server/store/lists/aggregates.ts';
import { pageOfRows } from '#server/store/lists/page-of-rows.ts';
import { type ListReader, tagOfParts } from '#server/store/lists/whole-list.ts';
import { mapBatches } from '#server/store/row-batches.ts';
import { type AllFigures, cashOf, changesBetween, figuresOf } from './figures.ts';
import { monthById, type StoredMonth } from './month-lock.ts';

/** Represents a month in its wire format (contract/month.ts). */
export interface WireMonth extends AllFigures {
  readonly id: string;
  readonly name: string;
  readonly status: 'running' | 'ended';
  readonly start_date: string;
  readonly end_date: string | null;
  readonly reopened_at: string | null;
  readonly reopened_by: string | null;
  readonly reopened_reason: string | null;
  readonly changes: Month['changes'];
}

/** Adds the figures: stored if the month has ended, else live. Debts are always live. */
export async function withFigures(scope: BranchScope, months: readonly StoredMonth[]): Promise<WireMonth[]> {
  const aggregates = await aggregatesOfMonths(
    scope,
    months.map((month) => month.id),
  );
  return months.map((month) => {
    const own = aggregates.filter((aggregate) => aggregate.month_id === month.id);
    const { id, name, status, start_date, end_date, previous_figures } = month;
    const cash = month.figures ?? cashOf(own);
    return {
      id: String(id),
      name,
      status,
      start_date,
      end_date,
      ...figuresOf(cash, own),
      reopened_at: month.reopened_at,
      reopened_by: month.reopened_by,
      reopened_reason: month.reopened_reason,
      changes: previous_figures && changesBetween(previous_figures, cash),
    };
  });
}

/** Names what a month shows of its figures. */
const figureNames: ReadonlySet<string> = new Set([...figures.map(({ name }) => name), 'changes']);

/** Returns a month without its figures, if the user may not see them (decision 46). */
export function visibleMonth<T extends object>(scope: BranchScope, month: T): T {
  if (scope.sees('months.figures')) return month;
  return Object.fromEntries(Object.entries(month).filter(([name]) => !figureNames.has(name))) as T;
}

/** Reads a stored month. @throws {HttpError} 404 */
export async function requireMonth(scope: BranchScope, id: string): Promise<StoredMonth> {
  const parsed = parseId(id);
  const month = parsed === undefined ? undefined : await monthById(scope, parsed);
  if (!month) throw notFound();
  return month;
}

/** Reads a month with its figures. @throws {HttpError} 404 */
export async function readMonth(scope: BranchScope, id: string): Promise<WireMonth> {
  const [month] = await withFigures(scope, [await requireMonth(scope, id)]);
  if (!month) throw notFound();
  return month;
}

const newestMonths = (scope: BranchScope) =>
  sql<StoredMonth>`select * from ${scope.rows('month')} as month order by id desc`;

const isPartial = (scope: BranchScope) => (scope.sees('months.figures') ? '' : 'part');

async function visibleMonths(scope: BranchScope, months: readonly StoredMonth[]): Promise<object[]> {
  return (await withFigures(scope, months)).map((month) => visibleMonth(scope, month));
}

/** Lists the months with the figures that the user may see, newest first, ten per page (decision 3). */
export const monthList: ListReader = {
  page: (scope, request) =>
    pageOfRows(
      request,
      () => countMonths(scope),
      async (limitClause) =>
        visibleMonths(scope, await scope.all(sql<StoredMonth>`${newestMonths(scope)} ${limitClause}`)),
    ),
  // Any write may move a figure, so the tag is the version of the branch.
  whole: async (scope) => ({
    tag: tagOfParts(
      (await readGeneration(scope)).id,
      versionOf(await readChangeCounts(scope)),
      isPartial(scope),
    ),
    count: await countMonths(scope),
    batches: mapBatches(scope.batches(newestMonths(scope)), (rows) => visibleMonths(scope, rows)),
  }),
};

async function countMonths(scope: BranchScope): Promise<number> {
  const counted = await scope.first(
    sql<{ count: number }>`select count(*)::float8 as count from ${scope.rows('month')} as month`,
  );
  return counted?.count ?? 0;
}
