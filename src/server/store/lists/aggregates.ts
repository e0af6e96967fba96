import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { filterOf } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';

/** Which rows a list has, as its column says. */
const rowsOf = ({ owing }: ListQuery) => sql.ref(owing ? 'owing' : 'rows');

/** How many of a list's rows show under one calendar month. */
export interface Bucket {
  /** Its first day. */
  readonly bucket: string;
  readonly rows: number;
}

/** The names of a list's rows in the tally. */
export function aggregateNamesOf({ tallied }: TableMapping, { isInstallment }: ListQuery): readonly string[] {
  if (isInstallment === undefined) return tallied;
  return tallied.filter((name) => name.endsWith('/installment') === isInstallment);
}

function entriesOf(scope: BranchScope, facts: TableMapping, query: ListQuery): RawBuilder<unknown> {
  const month = query.month === undefined || !facts.ofMonth ? undefined : (parseId(query.month) ?? -1n);
  return sql`from ${scope.rows('tally')} as kept
    where what in (${sql.join(aggregateNamesOf(facts, query).map((name) => sql.lit(name)))}) ${month === undefined ? sql`` : sql`and month_id = ${month}`}`;
}

/** The calendar months that the first and the last day of a list cut through. */
function cutMonths({ createdAfter, createdBefore }: ListQuery): RawBuilder<unknown>[] {
  const from = createdAfter?.endsWith('-01') ? undefined : createdAfter;
  const days = [from, createdBefore].filter((day) => day !== undefined);
  return [...new Set(days.map((day) => day.slice(0, 7)))].map((month) => sql`${`${month}-01`}::date`);
}

/**
 * The rows of a list by calendar month, newest first, without looking at any of them but those of the months that its first and its last day
 * cut through.
 */
export function countByBucket(scope: BranchScope, facts: TableMapping, query: ListQuery): Promise<Bucket[]> {
  const { createdAfter, createdBefore } = query;
  const cut = cutMonths(query);
  const whole = sql.join(
    [
      sql`true`,
      ...cut.map((month) => sql`bucket <> ${month}`),
      ...(createdAfter === undefined ? [] : [sql`bucket >= ${createdAfter}::date`]),
      ...(createdBefore === undefined ? [] : [sql`bucket <= ${createdBefore}::date`]),
    ],
    sql` and `,
  );
  const counted = cut.map(
    (month) => sql`union all select ${month}, count(*) from ${scope.rows(facts.table)} as r
      where ${filterOf(facts, query)} and r.effective_date >= ${month} and r.effective_date < (${month} + interval '1 month')::date`,
  );
  return scope.all(sql<Bucket>`
    select bucket, sum(counted)::float8 as rows
    from (select bucket, ${rowsOf(query)} as counted ${entriesOf(scope, facts, query)} and ${whole} ${sql.join(counted, sql` `)}) as found
    group by bucket having sum(counted) > 0 order by bucket desc`);
}

/** How many rows a list has, to stand in a statement as a value. */
export function countOf(scope: BranchScope, facts: TableMapping, query: ListQuery): RawBuilder<unknown> {
  return sql`(select coalesce(sum(${rowsOf(query)}), 0) ${entriesOf(scope, facts, query)})`;
}

/** What of each entry makes up these sums, by name, added up over a list's rows without looking at any of them. */
export function sumsOf(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
  sums: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<Record<string, string>> {
  const parts = Object.entries(sums).map(
    ([name, part]) => sql`coalesce(sum(${part}), 0)::text as ${sql.ref(name)}`,
  );
  return sql`select ${sql.join(parts)} ${entriesOf(scope, facts, query)}`;
}

/** Counts and sums of piastres of one kind of record in one month. */
export interface MonthAggregate {
  readonly month_id: bigint;
  readonly what: string;
  readonly rows: bigint;
  readonly paid: bigint;
  readonly debt: bigint;
}

/** What the tally holds of these months. */
export function aggregatesOfMonths(
  scope: BranchScope,
  monthIds: readonly bigint[],
): Promise<MonthAggregate[]> {
  return scope.all(sql<MonthAggregate>`
    select month_id, what, sum(rows)::bigint as rows, sum(paid)::bigint as paid, sum(debt)::bigint as debt
    from ${scope.rows('tally')} as kept where month_id = any(${monthIds.map(String)}::bigint[])
    group by month_id, what`);
}

const counted = ['rows', 'paid', 'debt', 'owing', 'price'] as const;
type Shard = Readonly<Record<(typeof counted)[number], bigint> & { what: string; bucket: string }>;

/** Folds the shards of a month that nobody writes to into one row each. The caller holds the branch's row. */
export async function mergeMonthShards(scope: BranchScope, monthId: bigint): Promise<void> {
  const folded = new Map<string, Shard>();
  for (const shard of await scope.remove<Shard>('tally', sql`month_id = ${monthId}`)) {
    const key = `${shard.what} ${shard.bucket}`;
    const known = folded.get(key);
    folded.set(key, known ? together(known, shard) : shard);
  }
  for (const shard of folded.values()) {
    if (counted.every((name) => shard[name] === 0n)) continue;
    await scope.insert(
      'tally',
      { ...shard, month_id: monthId, shard: 0 },
      sql`on conflict (branch_id, what, month_id, bucket, shard) do update
        set ${sql.join(counted.map((name) => sql`${sql.ref(name)} = tally.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`,
    );
  }
}

function together(one: Shard, other: Shard): Shard {
  const sums = counted.map((name) => [name, one[name] + other[name]]);
  return { ...one, ...Object.fromEntries(sums) };
}
