import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { filterOf } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';

/** Returns the tally column that counts the rows of a list. */
const countColumnOf = ({ owing }: ListQuery) => sql.ref(owing ? 'owing' : 'rows');

/** Counts the rows of a list in one calendar month. */
export interface Bucket {
  /** First day of the calendar month, yyyy-MM-dd. */
  readonly bucket: string;
  readonly rows: number;
}

/** Returns the values of `tally.what` that a list's rows are counted under. */
export function aggregateNamesOf(
  { aggregateNames }: TableMapping,
  { isInstallment }: ListQuery,
): readonly string[] {
  if (isInstallment === undefined) return aggregateNames;
  return aggregateNames.filter((name) => name.endsWith('/installment') === isInstallment);
}

function fromTally(scope: BranchScope, mapping: TableMapping, query: ListQuery): RawBuilder<unknown> {
  const month = query.month === undefined || !mapping.monthRule ? undefined : (parseId(query.month) ?? -1n);
  return sql`from ${scope.rows('tally')} as aggregate
    where what in (${sql.join(aggregateNamesOf(mapping, query).map((name) => sql.lit(name)))}) ${month === undefined ? sql`` : sql`and month_id = ${month}`}`;
}

/** Returns the calendar months that a date filter covers only partly. */
function partialMonthsOf({ createdAfter, createdBefore }: ListQuery): RawBuilder<unknown>[] {
  const from = createdAfter?.endsWith('-01') ? undefined : createdAfter;
  const days = [from, createdBefore].filter((day) => day !== undefined);
  return [...new Set(days.map((day) => day.slice(0, 7)))].map((month) => sql`${`${month}-01`}::date`);
}

/**
 * Counts the rows of a list per calendar month, newest first. Whole months come from the aggregates; only months that the date filter
 * covers partly are counted row by row.
 */
export function countByBucket(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
): Promise<Bucket[]> {
  const { createdAfter, createdBefore } = query;
  const partial = partialMonthsOf(query);
  const wholeMonths = sql.join(
    [
      sql`true`,
      ...partial.map((month) => sql`bucket <> ${month}`),
      ...(createdAfter === undefined ? [] : [sql`bucket >= ${createdAfter}::date`]),
      ...(createdBefore === undefined ? [] : [sql`bucket <= ${createdBefore}::date`]),
    ],
    sql` and `,
  );
  const countedRows = partial.map(
    (month) => sql`union all select ${month}, count(*) from ${scope.rows(mapping.table)} as r
      where ${filterOf(mapping, query)} and r.effective_date >= ${month} and r.effective_date < (${month} + interval '1 month')::date`,
  );
  return scope.all(sql<Bucket>`
    select bucket, sum(counted)::float8 as rows
    from (select bucket, ${countColumnOf(query)} as counted ${fromTally(scope, mapping, query)} and ${wholeMonths} ${sql.join(countedRows, sql` `)}) as per_month
    group by bucket having sum(counted) > 0 order by bucket desc`);
}

/** Returns a scalar subquery that counts the rows of a list. */
export function countOf(scope: BranchScope, mapping: TableMapping, query: ListQuery): RawBuilder<unknown> {
  return sql`(select coalesce(sum(${countColumnOf(query)}), 0) ${fromTally(scope, mapping, query)})`;
}

/** Returns SQL for the list's totals by name, read from the aggregates instead of the rows. */
export function aggregateSums(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  sums: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<Record<string, string>> {
  const columns = Object.entries(sums).map(
    ([name, column]) => sql`coalesce(sum(${column}), 0)::text as ${sql.ref(name)}`,
  );
  return sql`select ${sql.join(columns)} ${fromTally(scope, mapping, query)}`;
}

/** Holds counts, and sums in piastres, of one kind of record in one month. */
export interface MonthAggregate {
  readonly month_id: bigint;
  readonly what: string;
  readonly rows: bigint;
  readonly paid: bigint;
  readonly debt: bigint;
}

/** Reads the aggregates of these months. */
export function aggregatesOfMonths(
  scope: BranchScope,
  monthIds: readonly bigint[],
): Promise<MonthAggregate[]> {
  return scope.all(sql<MonthAggregate>`
    select month_id, what, sum(rows)::bigint as rows, sum(paid)::bigint as paid, sum(debt)::bigint as debt
    from ${scope.rows('tally')} as aggregate where month_id = any(${monthIds.map(String)}::bigint[])
    group by month_id, what`);
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
