import { type RawBuilder, sql } from 'kysely';
import { figures, type Month } from '#contract/month.ts';
import { INVALID_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { readBranchVersion } from '#server/store/branch-version.ts';
import { parseId } from '#server/store/columns.ts';
import { readGeneration } from '#server/store/generation.ts';
import { notFound } from '#server/store/http-error.ts';
import { parsePage } from '#server/store/lists/list-query.ts';
import { type ListReader, pageText, tagOfParts } from '#server/store/lists/list-reader.ts';
import { jsonRows, mapBatches } from '#server/store/row-batches.ts';
import {
  type AllFigures,
  cashOf,
  changesBetween,
  figuresOf,
  keptFigures,
  type SumsJson,
  selectSums,
  sumsOf,
} from './figures.ts';
import { monthById, monthColumns, type StoredMonth } from './month-lock.ts';

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

/** Represents a stored month with its sums. */
export type MonthWithSums = StoredMonth & { readonly sums: SumsJson };

/** Returns SQL that selects the months of row `month` with their sums. */
export function selectMonths(
  scope: BranchScope,
  from: RawBuilder<unknown>,
  more = sql``,
): RawBuilder<MonthWithSums> {
  return sql`select ${monthColumns}, ${selectSums(scope)} as sums ${more} from ${from}`;
}

/** Returns a month with its figures: stored if the month has ended, else live. Debts are always live. */
export function wireMonth(month: MonthWithSums): WireMonth {
  const own = sumsOf(month.sums);
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
    changes: previous_figures && changesBetween(previous_figures, month.figures ?? keptFigures(cash, own)),
  };
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
  const found = sql`(select * from ${scope.rows('month')} as month where id = ${parseId(id) ?? -1n}) as month`;
  const month = await scope.first(selectMonths(scope, found));
  if (!month) throw notFound();
  return wireMonth(month);
}

const newestMonths = (scope: BranchScope, limit = sql``) =>
  sql`(select * from ${scope.rows('month')} as month order by id desc ${limit}) as month`;

const countOfMonths = (scope: BranchScope) =>
  sql<number>`(select count(*)::float8 from ${scope.rows('month')} as counted)`;

const isPartial = (scope: BranchScope) => (scope.sees('months.figures') ? '' : 'part');

const visibleJson = (scope: BranchScope, months: readonly MonthWithSums[]) =>
  jsonRows(months.map((month) => visibleMonth(scope, wireMonth(month))));

/** Lists the months with the figures that the user may see, newest first, ten per page (decision 3). */
export const monthList: ListReader = {
  async page(scope, request) {
    const page = parsePage(request.query) ?? 1;
    const onPage = newestMonths(scope, sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`);
    const count = sql`, ${countOfMonths(scope)} as count`;
    const months = await scope.all(
      sql<MonthWithSums & { count: number }>`${selectMonths(scope, onPage, count)} order by month.id desc`,
    );
    if (months.length === 0 && page > 1) throw notFound(INVALID_PAGE);
    return pageText(request, page, { count: months[0]?.count ?? 0, results: visibleJson(scope, months) });
  },
  // Any write may move a figure, so the tag is the version of the branch.
  whole: async (scope) => ({
    tag: tagOfParts((await readGeneration(scope)).id, await readBranchVersion(scope), isPartial(scope)),
    count: (await scope.first(sql<{ count: number }>`select ${countOfMonths(scope)} as count`))?.count ?? 0,
    batches: mapBatches(
      scope.batches(sql<MonthWithSums>`${selectMonths(scope, newestMonths(scope))} order by month.id desc`),
      (months) => visibleJson(scope, months),
    ),
  }),
};
