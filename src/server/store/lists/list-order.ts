import { type RawBuilder, sql } from 'kysely';
import { fieldOf } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { expressionOf, joinsOf } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';

/** Arabic before Latin, case aside; not indexed, since collations differ between machines. */
const alphabetical = sql.raw('collate "ar-x-icu"');

function sortable(facts: TableMapping, name: string): RawBuilder<unknown> {
  const field = fieldOf(facts.resource, name);
  if (name === 'created_at') return sql`r.effective_date`;
  if (field?.kind === 'reference') return sql`${sql.ref(`${name}.name`)} ${alphabetical}`;
  const value = expressionOf(facts, name);
  if (field?.choices) {
    return sql`array_position(${field.choices.map((choice) => choice.value)}::text[], ${value})`;
  }
  const isText = !['money', 'quantity', 'date'].includes(field?.kind ?? '');
  return isText ? sql`${value} ${alphabetical}` : value;
}

/** By which value of the row `r` a list goes, and then by id; which joins the value needs. */
export interface Order {
  readonly key: RawBuilder<unknown>;
  readonly direction: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
}

export const newestFirst: Order = { key: sql`r.effective_date`, direction: sql.raw('desc'), joins: sql`` };

/** The order asked for; undefined where it is the natural one, newest first. Equal rows stay in an order of their own. */
export function orderOf(scope: BranchScope, facts: TableMapping, { ordering }: ListQuery): Order | undefined {
  if (!ordering || (ordering.name === 'created_at' && ordering.descending)) return undefined;
  const direction = sql.raw(ordering.descending ? 'desc nulls last' : 'asc nulls last');
  // The database leaves out those that nothing is taken from.
  return { key: sortable(facts, ordering.name), direction, joins: joinsOf(facts, scope) };
}

/** To stand after `order by`. */
export function orderByClause({ key, direction }: Order): RawBuilder<unknown> {
  return sql`${key} ${direction}, r.id ${direction}`;
}
