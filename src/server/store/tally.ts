import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';
import { parseId } from './columns.ts';
import type { ListQuery } from './list-query.ts';
import type { TableFacts } from './tables.ts';

/** How many of a list's rows show under one calendar month. */
export interface Bucket {
  /** Its first day. */
  readonly bucket: string;
  readonly rows: number;
}

function namesOf({ tallied }: TableFacts, { isInstallment }: ListQuery): readonly string[] {
  if (isInstallment === undefined) return tallied;
  return tallied.filter((name) => name.endsWith('/installment') === isInstallment);
}

function entriesOf(scope: BranchScope, facts: TableFacts, query: ListQuery): RawBuilder<unknown> {
  const month = query.month === undefined || !facts.ofMonth ? undefined : (parseId(query.month) ?? -1n);
  return sql`from ${scope.rows('tally')} as kept
    where what in (${sql.join(namesOf(facts, query).map((name) => sql.lit(name)))}) ${month === undefined ? sql`` : sql`and month_id = ${month}`}`;
}

/** The rows of a list by calendar month, newest first, without looking at any of them. */
export function countByBucket(scope: BranchScope, facts: TableFacts, query: ListQuery): Promise<Bucket[]> {
  return scope.all(sql<Bucket>`
    select bucket, sum(rows)::float8 as rows ${entriesOf(scope, facts, query)}
    group by bucket having sum(rows) > 0 order by bucket desc`);
}

/** How many rows a list has, to stand in a statement as a value. */
export function countOf(scope: BranchScope, facts: TableFacts, query: ListQuery): RawBuilder<unknown> {
  return sql`(select coalesce(sum(rows), 0) ${entriesOf(scope, facts, query)})`;
}

/** Counts and sums of piastres of one kind of record in one month. */
export interface MonthTally {
  readonly month_id: bigint;
  readonly what: string;
  readonly rows: bigint;
  readonly paid: bigint;
  readonly debt: bigint;
}

/** What the tally holds of these months. */
export function tallyOfMonths(scope: BranchScope, monthIds: readonly bigint[]): Promise<MonthTally[]> {
  return scope.all(sql<MonthTally>`
    select month_id, what, sum(rows)::bigint as rows, sum(paid)::bigint as paid, sum(debt)::bigint as debt
    from ${scope.rows('tally')} as kept where month_id = any(${monthIds.map(String)}::bigint[])
    group by month_id, what`);
}

/** Folds the shards of a month that nobody writes to into one row each. The caller holds the branch's row. */
export async function foldMonth(scope: BranchScope, monthId: bigint): Promise<void> {
  const shards = await scope.remove<MonthTally & { bucket: string }>('tally', sql`month_id = ${monthId}`);
  const folded = new Map<string, MonthTally & { bucket: string }>();
  for (const shard of shards) {
    const key = `${shard.what} ${shard.bucket}`;
    const known = folded.get(key);
    folded.set(key, {
      ...shard,
      rows: shard.rows + (known?.rows ?? 0n),
      paid: shard.paid + (known?.paid ?? 0n),
      debt: shard.debt + (known?.debt ?? 0n),
    });
  }
  for (const { what, bucket, rows, paid, debt } of folded.values()) {
    if (rows === 0n && paid === 0n && debt === 0n) continue;
    await scope.insert(
      'tally',
      { what, month_id: monthId, bucket, shard: 0, rows, paid, debt },
      sql`on conflict (branch_id, what, month_id, bucket, shard) do update
        set rows = tally.rows + excluded.rows, paid = tally.paid + excluded.paid, debt = tally.debt + excluded.debt`,
    );
  }
}
