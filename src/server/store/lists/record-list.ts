import { type RawBuilder, sql } from 'kysely';
import { INVALID_PAGE, PAGE_SIZE, type Page } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { notFound } from '#server/store/http-error.ts';
import { prepared } from '#server/store/prepared-statements.ts';
import {
  type CountedRecords,
  readCounted,
  readRecords,
  type WireRecord,
} from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { type Bucket, countByBucket, countOf } from './aggregates.ts';
import { filterOf, isAggregated, isWholeMonths } from './list-filter.ts';
import { readByMatchingStudents } from './list-of-students.ts';
import { newestFirstOrder, type Order, orderByClause, orderOf } from './list-order.ts';
import { isPageOf, type ListQuery, parseListQuery } from './list-query.ts';
import { matchingRows } from './list-rows.ts';
import { totalsOf } from './list-totals.ts';
import { type PageRequest, pagesAround } from './page-of-rows.ts';

const oldestFirst = sql`r.effective_date, r.id`;

/** Locates the start of a page within the calendar months of a list. */
interface PageStart {
  /** The calendar month that contains the first row. */
  readonly bucket: Bucket;
  /** Rows of that month that precede the page. */
  readonly skip: number;
}

function locatePage(buckets: readonly Bucket[], start: number): PageStart | undefined {
  let skip = start;
  for (const bucket of buckets) {
    if (skip < bucket.rows) return { bucket, skip };
    skip -= bucket.rows;
  }
  return undefined;
}

/**
 * Returns SQL for the ids of one page, in the default order. The aggregates give the calendar month in which the page begins, so no
 * earlier row is read; that month is read from its nearer end. Every page costs the same, however deep it is.
 */
function selectPageIds(rows: RawBuilder<unknown>, { bucket, skip }: PageStart): RawBuilder<unknown> {
  const first = sql`${bucket.bucket}::date`;
  const end = sql`(${first} + interval '1 month')::date`;
  if (skip <= bucket.rows / 2) {
    return sql`${rows} and r.effective_date < ${end}
      order by ${orderByClause(newestFirstOrder)} limit ${PAGE_SIZE} offset ${skip}`;
  }
  const rowsInMonth = Math.min(PAGE_SIZE, bucket.rows - skip);
  const fromOldest = sql`(${rows} and r.effective_date >= ${first} and r.effective_date < ${end}
    order by ${oldestFirst} limit ${rowsInMonth} offset ${bucket.rows - skip - rowsInMonth})`;
  if (rowsInMonth === PAGE_SIZE) return fromOldest;
  return sql`${fromOldest} union all (${rows} and r.effective_date < ${first}
    order by ${orderByClause(newestFirstOrder)} limit ${PAGE_SIZE - rowsInMonth})`;
}

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
  if (order !== newestFirstOrder && !isWholeMonths(query))
    return readBySorting(scope, mapping, query, start, order);
  const ordered = sql`select id, ${countOf(scope, mapping, query)} as count
    from (${idsWithSortKey(scope, mapping, query, order)}) as found
    order by key ${order.direction}, id ${order.direction} limit ${sql.lit(PAGE_SIZE)}`;
  if (order !== newestFirstOrder)
    return readCounted(scope, mapping, sql`${ordered} offset ${start}`, orderByClause(order));
  // Sparse kinds of rows may be absent for years, so the aggregates locate their month first.
  const isDense = isWholeMonths(query) && query.isInstallment === undefined && !(query.owing && query.month);
  if (start === 0 && isDense) return readCounted(scope, mapping, ordered, orderByClause(order), prepared);
  const buckets = await countByBucket(scope, mapping, query);
  const count = buckets.reduce((total, bucket) => total + bucket.rows, 0);
  const pageStart = locatePage(buckets, start);
  if (!pageStart) return { count, results: [] };
  const rows = sql`select r.id from ${scope.rows(mapping.table)} as r where ${filterOf(mapping, query)}`;
  const picked = sql`r.id in (${selectPageIds(rows, pageStart)})`;
  return { count, results: await readRecords(scope, mapping, picked, orderByClause(order)) };
}

/** Reads a page of a list with a search or reference filter. */
async function readSearched(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
) {
  const ofStudents =
    order === newestFirstOrder ? await readByMatchingStudents(scope, mapping, query, start) : undefined;
  return ofStudents ?? readBySorting(scope, mapping, query, start, order);
}

/** Reads one page, or all rows, with the total count. @throws {HttpError} 404 past the last page */
async function readPage(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
): Promise<CountedRecords> {
  const { page } = query;
  const order = orderOf(scope, mapping, query) ?? newestFirstOrder;
  if (page === undefined) {
    const found = sql`r.id in (select id from (${idsWithSortKey(scope, mapping, query, newestFirstOrder)}) as found)`;
    const where = query.search === '' ? filterOf(mapping, query) : found;
    const results = await readRecords(scope, mapping, where, orderByClause(order));
    return { count: results.length, results };
  }
  const read = isAggregated(query) ? readAggregated : readSearched;
  const counted = await read(scope, mapping, query, (page - 1) * PAGE_SIZE, order);
  if (counted.results.length === 0 && !isPageOf(page, counted.count)) throw notFound(INVALID_PAGE);
  return counted;
}

/**
 * Reads one page of a list with its count and totals (decision 3).
 * @throws {HttpError} 404 past the last page, 400 at an invalid parameter
 */
export async function listRecords(
  scope: BranchScope,
  mapping: TableMapping,
  request: PageRequest,
): Promise<Page<WireRecord>> {
  const query = parseListQuery(mapping.resource, request.query);
  const { count, results } = await readPage(scope, mapping, query);
  const totals = await totalsOf(scope, mapping, query);
  return { count, ...pagesAround(request, query.page, count), results, ...(totals && { totals }) };
}
