import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { type CountedRecords, readCounted } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { aggregateNamesOf, countOf } from './aggregates.ts';
import { filterOf, isWholeMonths } from './list-filter.ts';
import { newestFirstOrder, orderByClause } from './list-order.ts';
import type { ListQuery } from './list-query.ts';
import { matchingStudents } from './list-search.ts';

/** Rows that a list scan reads in the time of one lookup of a student's records. */
const ROWS_PER_LOOKUP = 16;
/** Student ids up to which PostgreSQL still hashes the id list in memory. */
const MAX_STUDENTS = 50_000;

interface StudentMatches {
  /** Ids of the matching students, as a PostgreSQL array literal. */
  readonly ids: string;
  readonly students: number;
  /** Rows of the list that refer to these students. */
  readonly rows: number;
  /** Rows of the list without the search. */
  readonly all: number;
  /** Whether the search also matches rows in other ways. */
  readonly other_matches: boolean;
}

/**
 * Reads a page of a list searched by student name, newest first. The row counts are stored with each student (migration 0008), so the
 * list is scanned only until the page is full. Undefined if sorting all matches is cheaper (few students, a deep page) or the search
 * also matches rows in other ways.
 */
export async function readByMatchingStudents(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
): Promise<CountedRecords | undefined> {
  const unsearched = { ...query, search: '' };
  const matches = matchingStudents(scope, mapping, query.search);
  if (!matches || query.owing || query.month || !isWholeMonths(unsearched)) return undefined;
  const rowCounts = aggregateNamesOf(mapping, query).map(
    (name) => sql`coalesce((of.tallied ->> ${name})::bigint, 0)`,
  );
  const otherMatches = matches.otherBranches.map(
    (branch) => sql`exists (select from ${scope.rows(mapping.table)} as r ${branch.joins}
      where ${filterOf(mapping, query)} and ${branch.where})`,
  );
  const counted = await scope.first(sql<StudentMatches>`
    select coalesce(array_agg(id), '{}')::text as ids, count(*)::float8 as students, coalesce(sum(rows), 0)::float8 as rows, ${countOf(scope, mapping, unsearched)}::float8 as all,
      ${sql.join([sql`false`, ...otherMatches], sql` or `)} as other_matches
    from (${matches.select(sql`of.id, ${sql.join(rowCounts, sql` + `)} as rows`)}) as matching_students`);
  if (!counted || counted.other_matches) return undefined;
  const { ids, students, rows, all } = counted;
  if (start >= rows) return { count: rows, results: [] };
  const scannedRows = ((start + PAGE_SIZE) * all) / rows;
  if (students > MAX_STUDENTS || scannedRows > students * ROWS_PER_LOOKUP) return undefined;
  // "is true" keeps the condition a filter on each scanned row; without it PostgreSQL plans a join.
  const picked = sql`select r.id, ${String(rows)}::bigint as count from ${scope.rows(mapping.table)} as r
    where ${filterOf(mapping, query)} and (r.${sql.ref(matches.referenceColumn)} in (select unnest(${ids}::bigint[]))) is true
    order by ${orderByClause(newestFirstOrder)} limit ${PAGE_SIZE} offset ${start}`;
  return readCounted(scope, mapping, picked, orderByClause(newestFirstOrder));
}
