import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { filterOf } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';
import { searchBranches } from './list-search.ts';

/** Names the columns selected of each row `r`, and the joins they need. */
interface Selection {
  readonly columns: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown>;
}

/** Returns a SELECT of all rows that match the filters and search, each once. */
export function matchingRows(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  { columns, joins = sql`` }: Selection,
): RawBuilder<unknown> {
  const from = sql`select ${columns} from ${scope.rows(mapping.table)} as r ${joins}`;
  const where = filterOf(mapping, query);
  const branches = query.search === '' ? [] : searchBranches(scope, mapping, query.search);
  if (branches.length === 0) return sql`${from} where ${where}`;
  return sql.join(
    branches.map((branch) => sql`${from} ${branch.joins} where ${where} and ${branch.where}`),
    sql` union all `,
  );
}
