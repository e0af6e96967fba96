import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/paging.ts';
import { wordsOfSearch } from '#contract/search-text.ts';
import { type BranchScope, rowsOfAnyBranch } from '#server/store/branch-scope.ts';
import { IMPORT } from '#server/store/imports/import-reader.ts';
import { recordJsonOf } from '#server/store/records/record-json.ts';
import { type CountedRecords, selectCounted } from '#server/store/records/record-reader.ts';
import { PreparedStatement, slot } from '#server/store/statement-cache.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { countOf } from './aggregates.ts';
import { filterOf, isWholeMonths } from './list-filter.ts';
import { newestFirstOrder, orderByClause } from './list-order.ts';
import type { ListQuery } from './list-query.ts';
import { searchCondition, searchedResources } from './list-search.ts';

/** Letters of a word up to which a search matches a large part of a list. */
const SHORT = 2;
/** Rows that may be scanned for a page; beyond it the index finds it sooner. */
const MAX_SCANNED = 2_000;
/** Searches of one list that a process remembers. */
const MAX_REMEMBERED = 1_000;

/** Reads a page of a search; `read` reads one that is not remembered. */
export type ReadSearch = (
  scope: BranchScope,
  query: ListQuery,
  start: number,
  read: () => Promise<CountedRecords>,
) => Promise<CountedRecords>;

/** Holds how many rows a search had. */
interface RememberedCount {
  /** The version of what it searches: equal versions mean that nothing of it was written between. */
  readonly version: string;
  readonly count: number;
  /** Rows of the list without the search, then. */
  readonly all: number;
}

/**
 * Is the version of some resources of a branch: every write leaves a history entry in its own transaction, and their number only grows. An
 * import leaves one for all its records. A restore begins another generation.
 */
const versionOfResources = sql`(select (select id::text from current_generation() as own) || ' ' || coalesce(sum(entries), 0)
  from ${rowsOfAnyBranch.rows('history_count')} as counted where resource = any(${slot('resources')}::text[]))`;

const readsVersion = PreparedStatement.ofRows(
  sql<{ version: string }>`select ${versionOfResources} as version`,
);

async function versionOf(scope: BranchScope, mapping: TableMapping): Promise<string> {
  const resources = [...searchedResources(scope, mapping), IMPORT];
  const [row] = await scope.prepared(readsVersion, { resources });
  return row?.version ?? '';
}

/** Returns the key of a search whose count is remembered; undefined for others. */
function keyOf({ branchId }: BranchScope, { resource }: TableMapping, query: ListQuery): string | undefined {
  const { search, isInstallment, owing, month } = query;
  const words = wordsOfSearch(resource, search);
  if (resource.search.length === 0) return undefined;
  const isShort = words.some((word) => [...word].length <= SHORT);
  if (!isShort || owing || month !== undefined || !isWholeMonths({ ...query, search: '' })) return undefined;
  return JSON.stringify([String(branchId), resource.name, isInstallment ?? null, ...words]);
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
 * Makes the reader of the searches of one list for one or two letters, which match a large part of it, newest first. Counting the matches
 * reads all of them, so their number is remembered as long as nothing of what is searched is written, and only the rows of the page are
 * read.
 */
export function rememberedSearch(mapping: TableMapping): ReadSearch {
  const remembered = new Map<string, RememberedCount>();
  return async (scope, query, start, read) => {
    const key = keyOf(scope, mapping, query);
    if (key === undefined) return read();
    const version = await versionOf(scope, mapping);
    const known = remembered.get(key);
    if (known?.version === version) {
      if (start >= known.count) return { count: known.count, results: [] };
      const scanned = ((start + PAGE_SIZE) * known.all) / known.count;
      if (scanned <= MAX_SCANNED)
        return { count: known.count, results: await scan(scope, mapping, query, start) };
      return read();
    }
    const found = await read();
    // Past the end nothing was counted.
    if (found.results.length === 0 && start > 0) return found;
    const all = await scope.first(
      sql<{ all: number }>`select ${countOf(scope, mapping, query)}::float8 as all`,
    );
    if ((await versionOf(scope, mapping)) === version && all) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, { version, count: found.count, all: all.all });
    }
    return found;
  };
}
