import { type RawBuilder, sql } from 'kysely';
import type { BranchRows, BranchScope } from '#server/store/branch-scope.ts';
import type { SlotValues } from '#server/store/statement-cache.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { asValues, filterOf, type PutValue } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';

/** Returns the tally column that counts the rows of a list. */
const countColumnOf = ({ owing }: ListQuery) => sql.ref(owing ? 'owing' : 'rows');

/** Returns the values of `tally.what` that a list's rows are counted under. */
export function aggregateNamesOf(
  { aggregateNames }: TableMapping,
  { isInstallment }: ListQuery,
): readonly string[] {
  if (isInstallment === undefined) return aggregateNames;
  return aggregateNames.filter((name) => name.endsWith('/installment') === isInstallment);
}

const isOfMonth = (mapping: TableMapping, { month }: ListQuery) => month !== undefined && mapping.monthRule;

const namesOf = (mapping: TableMapping, query: ListQuery) =>
  sql.join(aggregateNamesOf(mapping, query).map((name) => sql.lit(name)));

function fromTally(
  scope: BranchRows,
  mapping: TableMapping,
  query: ListQuery,
  put: PutValue,
): RawBuilder<unknown> {
  return sql`from ${scope.rows('tally')} as aggregate
    where what in (${namesOf(mapping, query)}) ${isOfMonth(mapping, query) ? sql`and month_id = ${put('month')}` : sql``}`;
}

/** Reads the sums over all months, unless the list is one of a month. */
function fromTotals(
  scope: BranchRows,
  mapping: TableMapping,
  query: ListQuery,
  put: PutValue,
): RawBuilder<unknown> {
  if (isOfMonth(mapping, query)) return fromTally(scope, mapping, query, put);
  return sql`from ${scope.rows('tally_total')} as aggregate where what in (${namesOf(mapping, query)})`;
}

/** Returns the calendar months that a date filter covers only partly, as their first days. */
export function partialMonthsOf({ createdAfter, createdBefore }: ListQuery): string[] {
  const from = createdAfter?.endsWith('-01') ? undefined : createdAfter;
  const days = [from, createdBefore].filter((day) => day !== undefined);
  return [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
}

const partialMonth = (index: number) => `partialMonth${index}`;

/** Returns the values of `placeOfRow`, beside those of the list's filter. */
export function placeValues(query: ListQuery, start: number): SlotValues {
  const partial = partialMonthsOf(query).map((month, index) => [partialMonth(index), month]);
  return { ...Object.fromEntries(partial), start };
}

/**
 * Returns SQL that finds the row `start` of a list in the default order: its calendar month, the rows of that month, those of it that come
 * before, and the rows of the whole list. Whole months come from the aggregates; only months that the date filter covers partly are
 * counted row by row. No row past the end of the list.
 */
export function placeOfRow(
  scope: BranchRows,
  mapping: TableMapping,
  query: ListQuery,
  put: PutValue,
): RawBuilder<unknown> {
  const { createdAfter, createdBefore } = query;
  const partial = partialMonthsOf(query).map((_month, index) => sql`${put(partialMonth(index))}::date`);
  const wholeMonths = sql.join(
    [
      sql`true`,
      ...partial.map((month) => sql`bucket <> ${month}`),
      ...(createdAfter === undefined ? [] : [sql`bucket >= ${put('createdAfter')}::date`]),
      ...(createdBefore === undefined ? [] : [sql`bucket <= ${put('createdBefore')}::date`]),
    ],
    sql` and `,
  );
  const countedRows = partial.map(
    (month) => sql`union all select ${month}, count(*) from ${scope.rows(mapping.table)} as r
      where ${filterOf(mapping, query, put)} and r.effective_date >= ${month} and r.effective_date < (${month} + interval '1 month')::date`,
  );
  const start = sql`${put('start')}::bigint`;
  return sql`
    select bucket, rows, ${start} - before, counted from (
      select bucket, sum(counted) as rows, sum(sum(counted)) over (order by bucket desc) - sum(counted) as before, sum(sum(counted)) over () as counted
      from (select bucket, ${countColumnOf(query)} as counted ${fromTally(scope, mapping, query, put)} and ${wholeMonths} ${sql.join(countedRows, sql` `)}) as per_month
      group by bucket having sum(counted) > 0) as placed
    where before <= ${start} and ${start} < before + rows`;
}

/** Returns a scalar subquery that counts the rows of a list. */
export function countOf(
  scope: BranchRows,
  mapping: TableMapping,
  query: ListQuery,
  put = asValues(query),
): RawBuilder<unknown> {
  return sql`(select coalesce(sum(${countColumnOf(query)}), 0) ${fromTotals(scope, mapping, query, put)})`;
}

/** Returns SQL for the list's totals by name, read from the aggregates instead of the rows. */
export function aggregateSums(
  scope: BranchRows,
  mapping: TableMapping,
  query: ListQuery,
  sums: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<Record<string, string>> {
  const columns = Object.entries(sums).map(
    ([name, column]) => sql`coalesce(sum(${column}), 0)::text as ${sql.ref(name)}`,
  );
  return sql`select ${sql.join(columns)} ${fromTotals(scope, mapping, query, asValues(query))}`;
}

/** Holds counts, and sums in piastres, of one kind of record in one month. */
export interface MonthAggregate {
  readonly what: string;
  readonly rows: bigint;
  readonly paid: bigint;
  readonly debt: bigint;
}

/** Holds the aggregates of one month as the database writes them: each with its name, rows, what was paid and owed. */
export type AggregatesJson = readonly (readonly [what: string, rows: string, paid: string, debt: string])[];

/** Returns a scalar subquery with the aggregates of the month in row `month`. */
export function aggregatesOfMonth(scope: BranchRows): RawBuilder<AggregatesJson> {
  return sql`(select coalesce(json_agg(json_build_array(what, rows::text, paid::text, debt::text)), '[]')
    from (select what, sum(rows) as rows, sum(paid) as paid, sum(debt) as debt from ${scope.rows('tally')} as aggregate
      where month_id = month.id group by what) as summed)`;
}

const amountOf = (text: string) => (text === '0' ? 0n : BigInt(text));

/** Parses the aggregates of a month. */
export function aggregatesOf(json: AggregatesJson): MonthAggregate[] {
  return json.map(([what, rows, paid, debt]) => ({
    what,
    rows: amountOf(rows),
    paid: amountOf(paid),
    debt: amountOf(debt),
  }));
}

/** Reads the aggregates of one month. */
export async function readAggregates(scope: BranchScope, monthId: bigint): Promise<MonthAggregate[]> {
  const found = await scope.first(sql<{ aggregates: AggregatesJson }>`
    select ${aggregatesOfMonth(scope)} as aggregates from (select ${monthId}::bigint as id) as month`);
  return aggregatesOf(found?.aggregates ?? []);
}

const aggregateColumns = ['rows', 'paid', 'debt', 'owing', 'price'] as const;
type Shard = Readonly<Record<(typeof aggregateColumns)[number], bigint> & { what: string; bucket: string }>;

/** Merges the shards of a month into one row per aggregate and bucket. The caller holds the exclusive month lock. */
export async function mergeMonthShards(scope: BranchScope, monthId: bigint): Promise<void> {
  const merged = new Map<string, Shard>();
  for (const shard of await scope.remove<Shard>('tally', sql`month_id = ${monthId}`)) {
    const key = `${shard.what} ${shard.bucket}`;
    const sameKey = merged.get(key);
    merged.set(key, sameKey ? addShards(sameKey, shard) : shard);
  }
  for (const shard of merged.values()) {
    if (aggregateColumns.every((name) => shard[name] === 0n)) continue;
    await scope.insert(
      'tally',
      { ...shard, month_id: monthId, shard: 0 },
      sql`on conflict (branch_id, what, month_id, bucket, shard) do update
        set ${sql.join(aggregateColumns.map((name) => sql`${sql.ref(name)} = tally.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`,
    );
  }
}

function addShards(one: Shard, other: Shard): Shard {
  const sums = aggregateColumns.map((name) => [name, one[name] + other[name]]);
  return { ...one, ...Object.fromEntries(sums) };
}
