import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/db/branch-scope.ts';

export interface StoredMonth {
  readonly id: bigint;
  readonly name: string;
  readonly status: 'running' | 'ended';
  /** yyyy-MM-dd in UTC. */
  readonly start_date: string;
  readonly end_date: string | null;
  /** Decimal text by figure; null while the month is running. */
  readonly figures: Readonly<Record<string, string>> | null;
  /** The figures from before the month was last re-opened. */
  readonly previous_figures: Readonly<Record<string, string>> | null;
  readonly reopened_at: string | null;
  /** Full name of the user who re-opened it. */
  readonly reopened_by: string | null;
  readonly reopened_reason: string | null;
}

/** Lists the columns of a month, since a plan that is kept must not depend on those that later versions add. */
export const monthColumns = sql`month.id, month.name, month.status, month.start_date, month.end_date, month.figures, month.previous_figures,
  month.reopened_at, month.reopened_by, month.reopened_reason`;

export type RunningMonth = Pick<StoredMonth, 'id' | 'name'>;

/**
 * Returns SQL that takes the branch's month lock shared and returns the running month, if there is one.
 * @param condition without it being true, nothing is locked and no row comes back. It is an argument of the function, so that what it
 * depends on is evaluated first, and that the planner cannot make it a filter on the result.
 */
export const shareRunningMonth = ({ branchId }: BranchScope, condition: RawBuilder<unknown> = sql`true`) =>
  sql`share_running_month(case when ${condition} then ${branchId}::bigint end)`;

/** Holds the running month of each transaction that has the shared lock; undefined without a running month. */
const sharedBy = new WeakMap<BranchScope, RunningMonth | undefined>();

/**
 * Takes the branch's month lock shared, until the transaction ends. Starting, ending, re-opening or deleting a month takes it exclusively,
 * so a concurrent payment commits completely before or after the end of a month (decision 37). Taken again in the same transaction, it
 * answers the same, since the month cannot change meanwhile.
 * @returns the running month, or undefined
 */
export async function lockMonthShared(scope: BranchScope): Promise<RunningMonth | undefined> {
  if (sharedBy.has(scope)) return sharedBy.get(scope);
  const month = await scope.first(
    sql<RunningMonth>`select month.id, month.name from ${shareRunningMonth(scope)} as month`,
  );
  sharedBy.set(scope, month);
  return month;
}

/** Notes that a statement of this transaction has taken the shared lock and read the running month. */
export function noteMonthLock(scope: BranchScope, month: RunningMonth | undefined): void {
  sharedBy.set(scope, month);
}

/** Takes the month lock exclusively, which blocks money writes, and returns the running month. */
export async function lockMonthExclusive(scope: BranchScope): Promise<StoredMonth | undefined> {
  await scope.all(sql`select id from ${scope.rows('branch')} as own for update`);
  return runningMonth(scope);
}

/** Returns the running month without a lock. */
export function runningMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month where status = 'running'`,
  );
}

/** Reads a month of the branch; undefined if it does not exist. */
export function monthById(scope: BranchScope, id: bigint): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`select * from ${scope.rows('month')} as month where id = ${id}`);
}

/** Returns SQL for the running month, else the newest, as row `month`. */
export function currentMonthOf(scope: BranchScope): RawBuilder<unknown> {
  return sql`(select * from ${scope.rows('month')} as month order by status = 'running' desc, id desc limit 1) as month`;
}

export function newestMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month order by id desc limit 1`,
  );
}
