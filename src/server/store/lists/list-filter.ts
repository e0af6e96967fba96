import { type RawBuilder, sql } from 'kysely';
import { parseId } from '#server/store/columns.ts';
import { isOfKind } from '#server/store/records/record-columns.ts';
import { type SlotValues, slot } from '#server/store/statement-cache.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';

/** Is the id of no record, for text that cannot be an id. */
const NO_ID = -1n;

/** Returns the values that the conditions of a list compare with, by name. */
export function filterValues({
  month,
  recordedBy,
  references,
  createdAfter,
  createdBefore,
}: ListQuery): SlotValues {
  const values: Record<string, unknown> = { createdAfter, createdBefore };
  if (month !== undefined) values.month = parseId(month) ?? NO_ID;
  if (recordedBy !== undefined) values.recordedBy = parseId(recordedBy) ?? NO_ID;
  for (const [name, id] of Object.entries(references)) values[`${name}_id`] = parseId(id) ?? NO_ID;
  return values;
}

/** Puts a value of a list into its SQL: itself, or a slot of a statement that is built once. */
export type PutValue = (name: string) => RawBuilder<unknown>;

/** Puts slots. */
export const asSlots: PutValue = slot;

/** Puts the values of this query. */
export function asValues(query: ListQuery): PutValue {
  const values = filterValues(query);
  return (name) => sql`${values[name]}`;
}

/** Names what a list's SQL depends on, beside its values: two queries with the same text have the same statements. */
export function shapeOfQuery({
  isInstallment,
  owing,
  month,
  recordedBy,
  references,
  createdAfter,
  createdBefore,
}: ListQuery): string {
  const given = [
    month !== undefined && 'month',
    recordedBy !== undefined && 'by',
    createdAfter && 'after',
    createdBefore && 'before',
  ];
  return [isInstallment, owing, ...given, ...Object.keys(references)].join();
}

/** Returns the WHERE condition of a list over rows `r`, without its search. */
export function filterOf(
  mapping: TableMapping,
  query: ListQuery,
  put = asValues(query),
): RawBuilder<unknown> {
  const { isInstallment, owing, month, recordedBy, createdAfter, createdBefore } = query;
  const conditions = [
    isOfKind(mapping),
    ...(isInstallment === undefined ? [] : [sql`(r.related_id is not null) = ${sql.lit(isInstallment)}`]),
    ...(owing ? [sql`r.remaining > 0`] : []),
    ...(month === undefined || !mapping.monthRule ? [] : [sql`r.month_id = ${put('month')}`]),
    ...(recordedBy === undefined ? [] : [sql`r.created_by = ${put('recordedBy')}`]),
    ...Object.keys(query.references).map((name) => sql`r.${sql.ref(`${name}_id`)} = ${put(`${name}_id`)}`),
    ...(createdAfter === undefined ? [] : [sql`r.effective_date >= ${put('createdAfter')}::date`]),
    ...(createdBefore === undefined ? [] : [sql`r.effective_date <= ${put('createdBefore')}::date`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Tells whether the aggregates count this list per calendar month (date filters may cut months). */
export function isAggregated(query: ListQuery): boolean {
  const { search, references, recordedBy } = query;
  return search === '' && recordedBy === undefined && Object.keys(references).length === 0;
}

/** Tells whether the aggregates count this list completely, without reading rows. */
export function isWholeMonths(query: ListQuery): boolean {
  return isAggregated(query) && !query.createdAfter && !query.createdBefore;
}
