import { type RawBuilder, sql } from 'kysely';
import { fieldOf } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { expressionOf, isOfKind, joinsOf } from '#server/store/records/record-columns.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';
import { searchBranches } from './list-search.ts';

/** Is the id of no record, for text that cannot be an id. */
const NO_ID = -1n;

const idOf = (text: string) => parseId(text) ?? NO_ID;

/** Returns the WHERE condition of a list over rows `r`, without its search. */
export function filterOf(mapping: TableMapping, query: ListQuery): RawBuilder<unknown> {
  const { isInstallment, owing, month, recordedBy, references, createdAfter, createdBefore } = query;
  const conditions = [
    isOfKind(mapping),
    ...(isInstallment === undefined ? [] : [sql`(r.related_id is not null) = ${sql.lit(isInstallment)}`]),
    ...(owing ? [sql`r.remaining > 0`] : []),
    ...(month === undefined || !mapping.monthRule ? [] : [sql`r.month_id = ${idOf(month)}`]),
    ...(recordedBy === undefined ? [] : [sql`r.created_by = ${idOf(recordedBy)}`]),
    ...Object.entries(references).map(([name, id]) => sql`r.${sql.ref(`${name}_id`)} = ${idOf(id)}`),
    ...(createdAfter === undefined ? [] : [sql`r.effective_date >= ${createdAfter}::date`]),
    ...(createdBefore === undefined ? [] : [sql`r.effective_date <= ${createdBefore}::date`]),
  ];
  return sql.join(conditions, sql` and `);
}

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

/** Sorts Arabic before Latin, ignoring case. Not indexed, since collations differ between machines. */
const arabicCollation = sql.raw('collate "ar-x-icu"');

function sortKeyOf(mapping: TableMapping, name: string): RawBuilder<unknown> {
  const field = fieldOf(mapping.resource, name);
  if (name === 'created_at') return sql`r.effective_date`;
  if (field?.kind === 'reference') return sql`${sql.ref(`${name}.name`)} ${arabicCollation}`;
  const value = expressionOf(mapping, name);
  if (field?.choices) {
    return sql`array_position(${field.choices.map((choice) => choice.value)}::text[], ${value})`;
  }
  const isText = !['money', 'quantity', 'date'].includes(field?.kind ?? '');
  return isText ? sql`${value} ${arabicCollation}` : value;
}

/** Describes the sort key of a list over row `r`, its direction and joins; ties are sorted by id. */
export interface Order {
  readonly key: RawBuilder<unknown>;
  readonly direction: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
}

const newestFirst: Order = { key: sql`r.effective_date`, direction: sql.raw('desc'), joins: sql`` };

/** Returns the requested order; by default by effective date, newest first. */
export function orderOf(scope: BranchScope, mapping: TableMapping, { ordering }: ListQuery): Order {
  if (!ordering || (ordering.name === 'created_at' && ordering.descending)) return newestFirst;
  const direction = sql.raw(ordering.descending ? 'desc nulls last' : 'asc nulls last');
  // PostgreSQL removes left joins whose columns are unused.
  return { key: sortKeyOf(mapping, ordering.name), direction, joins: joinsOf(mapping, scope) };
}

/** Returns the SQL that follows `order by`. */
export function orderByClause({ key, direction }: Order): RawBuilder<unknown> {
  return sql`${key} ${direction}, r.id ${direction}`;
}
