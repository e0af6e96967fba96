import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/paging.ts';
import { wordsOfSearch } from '#contract/search-text.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { recordJsonOf } from '#server/store/records/record-json.ts';
import { type CountedRecords, selectCounted } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { countOf } from './aggregates.ts';
import { filterOf, isWholeMonths } from './list-filter.ts';
import { newestFirstOrder, orderByClause } from './list-order.ts';
import type { ListQuery } from './list-query.ts';
import { searchCondition } from './list-search.ts';
import { changeOfMatches, readSearchChanges, type SearchMoment } from './search-changes.ts';

/** Letters of a word up to which a search matches a large part of a list. */
const SHORT = 2;
/** Rows that may be scanned for a page; beyond it the index finds it sooner. */
const MAX_SCANNED = 2_000;
/** Matches from which a search of longer words is remembered as well: a common first name. Fewer are read as fast as they are checked. */
const MANY = 200;
/** Searches of one list that a process remembers. */
const MAX_REMEMBERED = 1_000;

/** Reads a page of a search; `read` reads one that is not remembered. */
export type ReadSearch = (
  scope: BranchScope,
  query: ListQuery,
  start: number,
  read: () => Promise<CountedRecords>,
) => Promise<CountedRecords>;

/** Holds how many rows a search had at a moment. */
interface RememberedCount {
  readonly at: SearchMoment;
  readonly count: number;
  /** Rows of the list without the search, when all matches were counted. */
  readonly all: number;
}

/** Returns the key of a search whose count may be remembered; undefined for others. */
function keyOf({ branchId }: BranchScope, { resource }: TableMapping, query: ListQuery): string | undefined {
  const { search, isInstallment, owing, month } = query;
  const words = wordsOfSearch(resource, search);
  if (resource.search.length === 0 || words.length === 0) return undefined;
  if (owing || month !== undefined || !isWholeMonths({ ...query, search: '' })) return undefined;
  return JSON.stringify([String(branchId), resource.name, isInstallment ?? null, ...words]);
}

/** Tells whether a search matches a large part of a list as a rule. */
function isShort({ resource }: TableMapping, { search }: ListQuery): boolean {
  return wordsOfSearch(resource, search).some((word) => [...word].length <= SHORT);
}

/** Reads a page by scanning the list in its order until the page is full. */
async function scan(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
): Promise<string[]> {
  const json = recordJsonOf(mapping, scope);
  const order = orderByClause(newestFirstOrder);
  const { joins, where } = searchCondition(scope, mapping, query.search);
  // "is true" keeps the condition a filter on each scanned row; without it PostgreSQL searches the index.
  const picked = sql`select r.id, 0 as count from ${scope.rows(mapping.table)} as r ${joins}
    where ${filterOf(mapping, query)} and (${where}) is true order by ${order} limit ${sql.lit(PAGE_SIZE)} offset ${start}`;
  const rows = await scope.texts(selectCounted(scope, mapping, json, { picked, order }));
  return rows.map((row) => json.write(row, 1));
}

/**
 * Makes the reader of the searches of one list, newest first. Those for one or two letters match a large part of it, and those for a common
 * name some thousand rows. Counting the matches reads all of them, so their number is remembered, and what is written afterwards changes it
 * by what the history says. Then only the rows of the page are read.
 */
export function rememberedSearch(mapping: TableMapping): ReadSearch {
  const remembered = new Map<string, RememberedCount>();
  /** Keys of searches of longer words that had many matches when they were last asked. */
  const common = new Set<string>();
  const noteCommon = (key: string, { count }: CountedRecords) => {
    if (common.size >= MAX_REMEMBERED) common.clear();
    if (count >= MANY) common.add(key);
  };
  const remember = (key: string, found: RememberedCount) => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, found);
  };
  return async (scope, query, start, read) => {
    const key = keyOf(scope, mapping, query);
    if (key === undefined) return read();
    if (!common.has(key) && !isShort(mapping, query)) {
      const found = await read();
      noteCommon(key, found);
      return found;
    }
    const known = remembered.get(key);
    const now = await readSearchChanges(scope, mapping, known?.at);
    const change = known && now && changeOfMatches(mapping, query, known.at, now);
    if (known && now && change !== undefined) {
      const count = known.count + change;
      const { all } = known;
      if (now.count > known.at.count) remember(key, { at: momentOf(now), count, all });
      if (start >= count) return { count, results: [] };
      const scanned = ((start + PAGE_SIZE) * all) / count;
      if (scanned <= MAX_SCANNED) return { count, results: await scan(scope, mapping, query, start) };
      return read();
    }
    const found = await read();
    // Past the end nothing was counted.
    if (found.results.length === 0 && start > 0) return found;
    const all = await scope.first(
      sql<{ all: number }>`select ${countOf(scope, mapping, query)}::float8 as all`,
    );
    const then = await readSearchChanges(scope, mapping, undefined);
    const isUnchanged = now?.count === then?.count && now?.generation === then?.generation;
    if (then && all && isUnchanged) remember(key, { at: momentOf(then), count: found.count, all: all.all });
    return found;
  };
}

const momentOf = ({ generation, count, newest }: SearchMoment): SearchMoment => ({
  generation,
  count,
  newest,
});
