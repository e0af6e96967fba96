import { type RawBuilder, sql } from 'kysely';
import { INVALID_PAGE, PAGE_SIZE, type Page } from '#contract/paging.ts';
import type { BranchScope } from './branch-scope.ts';
import { filterOf, isTallied } from './list-filter.ts';
import { orderOf } from './list-order.ts';
import { isPageOf, type ListQuery, pageAddress, parseListQuery } from './list-query.ts';
import { joinsOf, readRecords, type WireRecord } from './record-reader.ts';
import { notFound } from './refusal.ts';
import type { TableFacts } from './tables.ts';
import { type Bucket, countByBucket } from './tally.ts';

const newestFirst = sql`r.effective_date desc, r.id desc`;
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
      order by ${newestFirst} limit ${PAGE_SIZE} offset ${skip}`;
  }
  const here = Math.min(PAGE_SIZE, bucket.rows - skip);
  const upward = sql`(${rows} and r.effective_date >= ${first} and r.effective_date < ${end}
    order by ${oldestFirst} limit ${here} offset ${bucket.rows - skip - here})`;
  if (here === PAGE_SIZE) return upward;
  return sql`${upward} union all (${rows} and r.effective_date < ${first}
    order by ${newestFirst} limit ${PAGE_SIZE - here})`;
}

interface Found {
  readonly count: number;
  readonly results: readonly WireRecord[];
}

async function listAll(scope: BranchScope, facts: TableFacts, query: ListQuery): Promise<Found> {
  const picked = sql`select r.id from ${scope.rows(facts.table)} as r where ${filterOf(scope, facts, query)}`;
  const results = await readRecords(scope, facts, picked, orderOf(facts, query) ?? newestFirst);
  return { count: results.length, results };
}

async function countReally(scope: BranchScope, facts: TableFacts, query: ListQuery): Promise<number> {
  const counted = await scope.first(sql<{ rows: number }>`
    select count(*)::float8 as rows from ${scope.rows(facts.table)} as r where ${filterOf(scope, facts, query)}`);
  return counted?.rows ?? 0;
}

async function listPage(
  scope: BranchScope,
  facts: TableFacts,
  query: ListQuery,
  page: number,
): Promise<Found> {
  const start = (page - 1) * PAGE_SIZE;
  const tallied = isTallied(query);
  const buckets = tallied ? await countByBucket(scope, facts, query) : [];
  const count = tallied
    ? buckets.reduce((total, bucket) => total + bucket.rows, 0)
    : await countReally(scope, facts, query);
  if (!isPageOf(page, count)) throw notFound(INVALID_PAGE);
  const order = orderOf(facts, query);
  const joins = order ? joinsOf(facts, scope) : sql``;
  const rows = sql`select r.id from ${scope.rows(facts.table)} as r ${joins} where ${filterOf(scope, facts, query)}`;
  const window = tallied && !order ? windowOf(buckets, start) : undefined;
  const picked = window
    ? pickByBuckets(rows, window)
    : sql`${rows} order by ${order ?? newestFirst} limit ${PAGE_SIZE} offset ${start}`;
  return { count, results: await readRecords(scope, facts, picked, order ?? newestFirst) };
}

/**
 * A list as decision 3 has it, at the address it was asked under.
 * @throws {Refusal} 404 past the end, 400 at a parameter that is wrong
 */
export async function listRecords(
  scope: BranchScope,
  facts: TableFacts,
  asked: { readonly path: string; readonly query: Readonly<Record<string, unknown>> },
): Promise<Page<WireRecord>> {
  const query = parseListQuery(facts.resource, asked.query);
  const { page } = query;
  if (page === undefined) return { ...(await listAll(scope, facts, query)), next: null, previous: null };
  const { count, results } = await listPage(scope, facts, query, page);
  return {
    count,
    next: isPageOf(page + 1, count) ? pageAddress(asked.path, asked.query, page + 1) : null,
    previous: page > 1 ? pageAddress(asked.path, asked.query, page - 1) : null,
    results,
  };
}
