import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { type CountedRecords, readCounted } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { aggregateNamesOf, countOf } from './aggregates.ts';
import { filterOf, isWholeMonths } from './list-filter.ts';
import { newestFirst, orderByClause } from './list-order.ts';
import type { ListQuery } from './list-query.ts';
import { matchingStudents } from './list-search.ts';

/** Looking up the records of one student takes as long as reading so many on the way through a list. */
const LOOK_UP_ROWS = 16;
/** Of so many the database still makes a table of its own in memory to look each row's student up in. */
const MOST_STUDENTS = 50_000;

interface Counted {
  /** Their ids, as the database writes an array. */
  readonly ids: string;
  readonly students: number;
  readonly rows: number;
  /** Rows of the whole list. */
  readonly all: number;
  readonly elsewhere: boolean;
}

/**
 * A page of a list that is searched for the names of students, newest first. How many rows there are is kept at each student (migration
 * 0008); where they are many, the page is found by going through the list until it is full. Undefined where another way is the better one:
 * few students, a page far down, rows that are found by something else as well.
 */
export async function readOfStudents(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
  start: number,
): Promise<CountedRecords | undefined> {
  const whole = { ...query, search: '' };
  const found = matchingStudents(scope, facts, query.search);
  if (!found || query.owing || query.month || !isWholeMonths(whole)) return undefined;
  const kept = aggregateNamesOf(facts, query).map(
    (name) => sql`coalesce((of.tallied ->> ${name})::bigint, 0)`,
  );
  const others = found.elsewhere.map(
    (part) => sql`exists (select from ${scope.rows(facts.table)} as r ${part.joins}
      where ${filterOf(facts, query)} and ${part.where})`,
  );
  const counted = await scope.first(sql<Counted>`
    select coalesce(array_agg(id), '{}')::text as ids, count(*)::float8 as students, coalesce(sum(rows), 0)::float8 as rows, ${countOf(scope, facts, whole)}::float8 as all,
      ${sql.join([sql`false`, ...others], sql` or `)} as elsewhere
    from (${found.select(sql`of.id, ${sql.join(kept, sql` + `)} as rows`)}) as found`);
  if (!counted || counted.elsewhere) return undefined;
  const { ids, students, rows, all } = counted;
  if (start >= rows) return { count: rows, results: [] };
  const onTheWay = ((start + PAGE_SIZE) * all) / rows;
  if (students > MOST_STUDENTS || onTheWay > students * LOOK_UP_ROWS) return undefined;
  // Asked whether it is true, the condition stays one of each row in turn, and does not become a join.
  const picked = sql`select r.id, ${rows}::float8 as count from ${scope.rows(facts.table)} as r
    where ${filterOf(facts, query)} and (r.${sql.ref(found.reference)} in (select unnest(${ids}::bigint[]))) is true
    order by ${orderByClause(newestFirst)} limit ${PAGE_SIZE} offset ${start}`;
  return readCounted(scope, facts, picked, orderByClause(newestFirst));
}
