import { sql } from 'kysely';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { INVALID_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { readGeneration } from '#server/store/generation.ts';
import { notFound } from '#server/store/http-error.ts';
import { joinsOf } from '#server/store/records/record-columns.ts';
import {
  type CountedRecords,
  contentNumberOf,
  readCounted,
  readRecordBatches,
} from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { readAggregatedPage } from './aggregated-page.ts';
import { countOf } from './aggregates.ts';
import { filterOf, isAggregated, isWholeMonths } from './list-filter.ts';
import { readByMatchingStudents } from './list-of-students.ts';
import { newestFirstOrder, type Order, orderByClause, orderOf } from './list-order.ts';
import { isPageOf, type ListQuery, parseListQuery } from './list-query.ts';
import { matchingRows } from './list-rows.ts';
import { totalsOf } from './list-totals.ts';
import { type PageRequest, pageText } from './page-of-rows.ts';
import { type ReadSearch, rememberedSearch } from './remembered-search.ts';
import { type ListReader, tagOfParts, type WholeList } from './whole-list.ts';

/** Selects ids and sort keys of all matching rows. */
function idsWithSortKey(scope: BranchScope, mapping: TableMapping, query: ListQuery, { key, joins }: Order) {
  return matchingRows(scope, mapping, query, { columns: sql`r.id, ${key} as key`, joins });
}

/** Reads a page by counting and sorting all matching rows. */
function readBySorting(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
) {
  const picked = sql`select id, count(*) over () as count from (${idsWithSortKey(scope, mapping, query, order)}) as found
    order by key ${order.direction}, id ${order.direction} limit ${PAGE_SIZE} offset ${start}`;
  return readCounted(scope, mapping, picked, orderByClause(order));
}

/** Reads a page of a list that the aggregates count. */
async function readAggregated(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
): Promise<CountedRecords> {
  if (order === newestFirstOrder) return readAggregatedPage(scope, mapping, query, start);
  if (!isWholeMonths(query)) return readBySorting(scope, mapping, query, start, order);
  const ordered = sql`select id, ${countOf(scope, mapping, query)} as count
    from (${idsWithSortKey(scope, mapping, query, order)}) as found
    order by key ${order.direction}, id ${order.direction} limit ${sql.lit(PAGE_SIZE)} offset ${start}`;
  return readCounted(scope, mapping, ordered, orderByClause(order));
}

/** Reads a page of a list with a search or reference filter. */
async function readSearched(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
  remembered: ReadSearch,
) {
  if (order !== newestFirstOrder) return readBySorting(scope, mapping, query, start, order);
  return remembered(
    scope,
    query,
    start,
    async () =>
      (await readByMatchingStudents(scope, mapping, query, start)) ??
      readBySorting(scope, mapping, query, start, order),
  );
}

/** Refuses an order by a field that the user may not see, since the order tells its values. @throws {HttpError} 403 */
function assertVisibleOrder(scope: BranchScope, { resource }: TableMapping, { ordering }: ListQuery): void {
  const guard = ordering && fieldOf(resource, ordering.name)?.guard;
  if (guard) scope.assertMay(guard.read);
}

/**
 * Reads one page of a list with its count and totals (decision 3).
 * @throws {HttpError} 404 past the last page, 400 at an invalid parameter
 */
async function readPage(
  scope: BranchScope,
  mapping: TableMapping,
  request: PageRequest,
  remembered: ReadSearch,
): Promise<string> {
  const query = parseListQuery(mapping.resource, request.query);
  assertVisibleOrder(scope, mapping, query);
  const page = query.page ?? 1;
  const order = orderOf(scope, mapping, query) ?? newestFirstOrder;
  const read = isAggregated(query) ? readAggregated : readSearched;
  const { count, results } = await read(scope, mapping, query, (page - 1) * PAGE_SIZE, order, remembered);
  if (results.length === 0 && !isPageOf(page, count)) throw notFound(INVALID_PAGE);
  const totals = await totalsOf(scope, mapping, query);
  return pageText(request, page, { count, results, totals });
}

/** Names the fields of the resource's records: a later version with others must not be answered with 304. */
const shapeOf = memoizeBy(({ fields, computed }: Resource) =>
  JSON.stringify([Object.keys(fields), Object.keys(computed)]),
);

/**
 * Reads a whole list. Its tag comes from the versions of its rows, so that an unchanged list costs one pass in the database.
 * @throws {HttpError} 400 at an invalid parameter
 */
async function readWhole(
  scope: BranchScope,
  mapping: TableMapping,
  request: PageRequest,
): Promise<WholeList> {
  const query = parseListQuery(mapping.resource, request.query);
  assertVisibleOrder(scope, mapping, query);
  const numbered = { columns: sql`${contentNumberOf(mapping)} as number`, joins: joinsOf(mapping, scope) };
  const [counted, generation] = [
    await scope.first(sql<{ count: number; numbers: string | null }>`
      select count(*)::float8 as count, sum(number)::text as numbers
      from (${matchingRows(scope, mapping, query, numbered)}) as found`),
    await readGeneration(scope),
  ];
  const count = counted?.count ?? 0;
  const found = sql`r.id in (select id from (${idsWithSortKey(scope, mapping, query, newestFirstOrder)}) as found)`;
  const order = orderOf(scope, mapping, query) ?? newestFirstOrder;
  return {
    tag: tagOfParts(
      generation.id,
      shapeOf(mapping.resource),
      hiddenFields(mapping.resource, scope.sees).join(),
      count,
      counted?.numbers,
    ),
    count,
    totals: await totalsOf(scope, mapping, query),
    batches: readRecordBatches(
      scope,
      mapping,
      query.search === '' ? filterOf(mapping, query) : found,
      orderByClause(order),
    ),
  };
}

/** Returns the list of a resource. */
export function recordList(mapping: TableMapping): ListReader {
  const remembered = rememberedSearch(mapping);
  return {
    isKept: true,
    page: (scope, request) => readPage(scope, mapping, request, remembered),
    whole: (scope, request) => readWhole(scope, mapping, request),
  };
}
