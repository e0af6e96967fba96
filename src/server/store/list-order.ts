import { type RawBuilder, sql } from 'kysely';
import { fieldOf } from '#contract/define-resource.ts';
import type { ListQuery } from './list-query.ts';
import { expressionOf } from './record-reader.ts';
import type { TableFacts } from './tables.ts';

/** Arabic before Latin, case aside; not indexed, since collations differ between machines. */
const alphabetical = sql.raw('collate "ar-x-icu"');

function sortable(facts: TableFacts, name: string): RawBuilder<unknown> {
  const field = fieldOf(facts.resource, name);
  if (name === 'created_at') return sql`r.effective_date`;
  if (field?.kind === 'reference') return sql`${sql.ref(`${name}.name`)} ${alphabetical}`;
  const value = expressionOf(facts, name);
  if (field?.choices) {
    return sql`array_position(${field.choices.map((choice) => choice.value)}::text[], ${value})`;
  }
  return field?.kind === 'money' || field?.kind === 'date' ? value : sql`${value} ${alphabetical}`;
}

/** The order asked for; undefined where it is the natural one, newest first. Equal rows stay in an order of their own. */
export function orderOf(facts: TableFacts, { ordering }: ListQuery): RawBuilder<unknown> | undefined {
  if (!ordering || (ordering.name === 'created_at' && ordering.descending)) return undefined;
  const direction = sql.raw(ordering.descending ? 'desc nulls last' : 'asc nulls last');
  return sql`${sortable(facts, ordering.name)} ${direction}, r.id ${direction}`;
}
