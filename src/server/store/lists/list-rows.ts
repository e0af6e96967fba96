import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { filterOf } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';
import { searchBranches } from './list-search.ts';

/** What is taken of each row `r` of a list, and the joins that this needs. */
interface Taken {
  readonly columns: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown>;
}

/** All rows of a list that its filters and its search match, each once, to stand where a statement stands. */
export function matchingRows(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
  { columns, joins = sql`` }: Taken,
): RawBuilder<unknown> {
  const from = sql`select ${columns} from ${scope.rows(facts.table)} as r ${joins}`;
  const where = filterOf(facts, query);
  const parts = query.search === '' ? [] : searchBranches(scope, facts, query.search);
  if (parts.length === 0) return sql`${from} where ${where}`;
  return sql.join(
    parts.map((part) => sql`${from} ${part.joins} where ${where} and ${part.where}`),
    sql` union all `,
  );
}
