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
import { readOfStudents } from './list-of-students.ts';
import { newestFirst, type Order, orderByClause, orderOf } from './list-order.ts';
import { isPageOf, type ListQuery, parseListQuery } from './list-query.ts';
import { matchingRows } from './list-rows.ts';
import { totalsOf } from './list-totals.ts';
import { type PageRequest, pagesAround } from './page-of-rows.ts';

const oldestFirst = sql`r.effective_date, r.id`;

interface Window {
  /** The calendar month in which the page begins. */
  readonly bucket: Bucket;
  /** Rows of that month before the page. */
  readonly skip: number;
}

function windowOf(buckets: readonly Bucket[], start: number): Window | undefined {
  let skip = start;
  for (const bucket of buckets) {
    if (skip < bucket.rows) return { bucket, skip };
    skip -= bucket.rows;
  }
  return undefined;
}

/**
 * The ids of one page of a list in its natural order. The tally says in which calendar month the page begins, so that nothing
 * before is read; within that month it is read from the nearer end. A page costs the same wherever it stands.
 */
function pickByBuckets(rows: RawBuilder<unknown>, { bucket, skip }: Window): RawBuilder<unknown> {
  const first = sql`${bucket.bucket}::date`;
  const end = sql`(${first} + interval '1 month')::date`;
  if (skip <= bucket.rows / 2) {
    return sql`${rows} and r.effective_date < ${end}
      order by ${orderByClause(newestFirst)} limit ${PAGE_SIZE} offset ${skip}`;
  }
  const here = Math.min(PAGE_SIZE, bucket.rows - skip);
  const upward = sql`(${rows} and r.effective_date >= ${first} and r.effective_date < ${end}
    order by ${oldestFirst} limit ${here} offset ${bucket.rows - skip - here})`;
  if (here === PAGE_SIZE) return upward;
  return sql`${upward} union all (${rows} and r.effective_date < ${first}
    order by ${orderByClause(newestFirst)} limit ${PAGE_SIZE - here})`;
}

/** Ids and keys of all rows of a list. */
function keyed(scope: BranchScope, facts: TableMapping, query: ListQuery, { key, joins }: Order) {
  return matchingRows(scope, facts, query, { columns: sql`r.id, ${key} as key`, joins });
}

/** A list whose rows nobody has counted before: they are counted, and put in order, as they are found. */
function readUncounted(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
) {
  const picked = sql`select id, count(*) over () as count from (${keyed(scope, facts, query, order)}) as found
    order by key ${order.direction}, id ${order.direction} limit ${PAGE_SIZE} offset ${start}`;
  return readCounted(scope, facts, picked, orderByClause(order));
}

/** A page of a list that the tally has counted. */
async function readTallied(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
): Promise<CountedRecords> {
  if (order !== newestFirst && !isWholeMonths(query)) return readUncounted(scope, facts, query, start, order);
  const ordered = sql`select id, ${countOf(scope, facts, query)} as count
    from (${keyed(scope, facts, query, order)}) as found
    order by key ${order.direction}, id ${order.direction} limit ${sql.lit(PAGE_SIZE)}`;
  if (order !== newestFirst)
    return readCounted(scope, facts, sql`${ordered} offset ${start}`, orderByClause(order));
  // Kinds of rows of which there may be none for years are looked for where the tally says they are.
  const isEverywhere =
    isWholeMonths(query) && query.isInstallment === undefined && !(query.owing && query.month);
  if (start === 0 && isEverywhere) return readCounted(scope, facts, ordered, orderByClause(order), prepared);
  const buckets = await countByBucket(scope, facts, query);
  const count = buckets.reduce((total, bucket) => total + bucket.rows, 0);
  const window = windowOf(buckets, start);
  if (!window) return { count, results: [] };
  const rows = sql`select r.id from ${scope.rows(facts.table)} as r where ${filterOf(facts, query)}`;
  const picked = sql`r.id in (${pickByBuckets(rows, window)})`;
  return { count, results: await readRecords(scope, facts, picked, orderByClause(order)) };
}

/** A page of a list whose rows have to be looked for. */
async function readFound(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
  start: number,
  order: Order,
) {
  const quickly = order === newestFirst ? await readOfStudents(scope, facts, query, start) : undefined;
  return quickly ?? readUncounted(scope, facts, query, start, order);
}

/** One page, or all, and how many rows there are on all of them. @throws {Refusal} 404 past the end */
async function readPage(scope: BranchScope, facts: TableMapping, query: ListQuery): Promise<CountedRecords> {
  const { page } = query;
  const order = orderOf(scope, facts, query) ?? newestFirst;
  if (page === undefined) {
    const found = sql`r.id in (select id from (${keyed(scope, facts, query, newestFirst)}) as found)`;
    const where = query.search === '' ? filterOf(facts, query) : found;
    const results = await readRecords(scope, facts, where, orderByClause(order));
    return { count: results.length, results };
  }
  const read = isAggregated(query) ? readTallied : readFound;
  const counted = await read(scope, facts, query, (page - 1) * PAGE_SIZE, order);
  if (counted.results.length === 0 && !isPageOf(page, counted.count)) throw notFound(INVALID_PAGE);
  return counted;
}

/**
 * A list as decision 3 has it, at the address it was asked under.
 * @throws {Refusal} 404 past the end, 400 at a parameter that is wrong
 */
export async function listRecords(
  scope: BranchScope,
  facts: TableMapping,
  asked: PageRequest,
): Promise<Page<WireRecord>> {
  const query = parseListQuery(facts.resource, asked.query);
  const { count, results } = await readPage(scope, facts, query);
  const totals = await totalsOf(scope, facts, query);
  return { count, ...pagesAround(asked, query.page, count), results, ...(totals && { totals }) };
}
