import { type RawBuilder, sql } from 'kysely';
import { parseId } from '#server/store/columns.ts';
import { isOfKind } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';

const NO_ROWS = sql`false`;

function idEquals(column: string, id: string): RawBuilder<unknown> {
  const parsed = parseId(id);
  return parsed === undefined ? NO_ROWS : sql`r.${sql.ref(column)} = ${parsed}`;
}

/** Returns the WHERE condition of a list over rows `r`, without its search. */
export function filterOf(mapping: TableMapping, query: ListQuery): RawBuilder<unknown> {
  const { isInstallment, owing, month, createdAfter, createdBefore } = query;
  const conditions = [
    isOfKind(mapping),
    ...(isInstallment === undefined ? [] : [sql`(r.related_id is not null) = ${isInstallment}`]),
    ...(owing ? [sql`r.remaining > 0`] : []),
    ...(month === undefined || !mapping.monthRule ? [] : [idEquals('month_id', month)]),
    ...Object.entries(query.references).map(([name, id]) => idEquals(`${name}_id`, id)),
    ...(createdAfter === undefined ? [] : [sql`r.effective_date >= ${createdAfter}::date`]),
    ...(createdBefore === undefined ? [] : [sql`r.effective_date <= ${createdBefore}::date`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Tells whether the aggregates count this list per calendar month (date filters may cut months). */
export function isAggregated(query: ListQuery): boolean {
  return query.search === '' && Object.keys(query.references).length === 0;
}

/** Tells whether the aggregates count this list completely, without reading rows. */
export function isWholeMonths(query: ListQuery): boolean {
  return isAggregated(query) && !query.createdAfter && !query.createdBefore;
}
