import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/db/branch-scope.ts';

export interface StoredMonth {
  readonly id: bigint;
  readonly name: string;
  readonly status: 'running' | 'ended';
  readonly start_date: string;
  readonly end_date: string | null;
  /** Decimal text by figure; null while the month is running. */
  readonly figures: Readonly<Record<string, string>> | null;
  readonly previous_figures: Readonly<Record<string, string>> | null;
  readonly reopened_at: string | null;
  readonly reopened_by: string | null;
  readonly reopened_reason: string | null;
}

/** Listed, because a cached plan must not depend on columns of later versions. */
export const monthColumns = sql`month.id, month.name, month.status, month.start_date, month.end_date, month.figures, month.previous_figures,
  month.reopened_at, month.reopened_by, month.reopened_reason`;

export type RunningMonth = Pick<StoredMonth, 'id' | 'name'>;

/** If `condition` is false, nothing is locked. As an argument it cannot become a filter on the result. */
export const shareRunningMonth = ({ branchId }: BranchScope, condition: RawBuilder<unknown> = sql`true`) =>
  sql`share_running_month(case when ${condition} then ${branchId}::bigint end)`;

const sharedBy = new WeakMap<BranchScope, RunningMonth | undefined>();

/** Held until the transaction ends: a payment commits before or after the end of a month, never across (decision 37). */
export async function lockMonthShared(scope: BranchScope): Promise<RunningMonth | undefined> {
  if (sharedBy.has(scope)) return sharedBy.get(scope);
  const month = await scope.first(
    sql<RunningMonth>`select month.id, month.name from ${shareRunningMonth(scope)} as month`,
  );
  sharedBy.set(scope, month);
  return month;
}

export function noteMonthLock(scope: BranchScope, month: RunningMonth | undefined): void {
  sharedBy.set(scope, month);
}

export async function lockMonthExclusive(scope: BranchScope): Promise<StoredMonth | undefined> {
  await scope.all(
    sql`select pg_advisory_xact_lock(hashtextextended(${scope.branchId}::bigint || '/months', 0))`,
  );
  return runningMonth(scope);
}

export function runningMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month where status = 'running'`,
  );
}

export function monthById(scope: BranchScope, id: bigint): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`select * from ${scope.rows('month')} as month where id = ${id}`);
}

/** SQL for the running month, else the newest, as row `month`. */
export function currentMonthOf(scope: BranchScope): RawBuilder<unknown> {
  return sql`(select * from ${scope.rows('month')} as month order by status = 'running' desc, id desc limit 1) as month`;
}

export function newestMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month order by id desc limit 1`,
  );
}
