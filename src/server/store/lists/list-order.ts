import { type RawBuilder, sql } from 'kysely';
import { fieldOf } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { expressionOf, joinsOf } from '#server/store/records/record-columns.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';

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

/** Sorts by effective date, newest first: the default order of every list. */
export const newestFirstOrder: Order = {
  key: sql`r.effective_date`,
  direction: sql.raw('desc'),
  joins: sql``,
};

/** Returns the requested order; undefined for the default order, newest first. */
export function orderOf(
  scope: BranchScope,
  mapping: TableMapping,
  { ordering }: ListQuery,
): Order | undefined {
  if (!ordering || (ordering.name === 'created_at' && ordering.descending)) return undefined;
  const direction = sql.raw(ordering.descending ? 'desc nulls last' : 'asc nulls last');
  // PostgreSQL removes left joins whose columns are unused.
  return { key: sortKeyOf(mapping, ordering.name), direction, joins: joinsOf(mapping, scope) };
}

/** Returns the SQL that follows `order by`. */
export function orderByClause({ key, direction }: Order): RawBuilder<unknown> {
  return sql`${key} ${direction}, r.id ${direction}`;
}
