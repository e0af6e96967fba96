import { type RawBuilder, sql } from 'kysely';
import { parseId } from '#server/store/columns.ts';
import { isOfKind } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';

const NOTHING = sql`false`;

function is(column: string, id: string): RawBuilder<unknown> {
  const parsed = parseId(id);
  return parsed === undefined ? NOTHING : sql`r.${sql.ref(column)} = ${parsed}`;
}

/** The condition of a list over its table's rows `r`, its search aside. */
export function filterOf(facts: TableMapping, query: ListQuery): RawBuilder<unknown> {
  const { isInstallment, owing, month, createdAfter, createdBefore } = query;
  const conditions = [
    isOfKind(facts),
    ...(isInstallment === undefined ? [] : [sql`(r.related_id is not null) = ${isInstallment}`]),
    ...(owing ? [sql`r.remaining > 0`] : []),
    ...(month === undefined || !facts.ofMonth ? [] : [is('month_id', month)]),
    ...Object.entries(query.references).map(([name, id]) => is(`${name}_id`, id)),
    ...(createdAfter === undefined ? [] : [sql`r.effective_date >= ${createdAfter}::date`]),
    ...(createdBefore === undefined ? [] : [sql`r.effective_date <= ${createdBefore}::date`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Whether the tally knows this list's rows by calendar month, but for those that a first or a last day cuts through. */
export function isAggregated(query: ListQuery): boolean {
  return query.search === '' && Object.keys(query.references).length === 0;
}

/** Whether it knows them all without looking at any. */
export function isWholeMonths(query: ListQuery): boolean {
  return isAggregated(query) && !query.createdAfter && !query.createdBefore;
}
