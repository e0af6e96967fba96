import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Represents a stored month. */
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

/**
 * Takes the branch's month lock shared, until the transaction ends. Starting, ending, re-opening or deleting a month takes it exclusively,
 * so a concurrent payment commits completely before or after the end of a month (decision 37).
 * @returns the running month, or undefined
 */
export function lockMonthShared(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`select * from share_running_month(${scope.branchId}) as month`);
}

/** Takes the month lock exclusively, which blocks money writes, and returns the running month. */
export async function lockMonthExclusive(scope: BranchScope): Promise<StoredMonth | undefined> {
  await scope.all(sql`select id from ${scope.rows('branch')} as own for update`);
  return runningMonth(scope);
}

function runningMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month where status = 'running'`,
  );
}

/** Reads a month of the branch; undefined if it does not exist. */
export function monthById(scope: BranchScope, id: bigint): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`select * from ${scope.rows('month')} as month where id = ${id}`);
}

/** Returns the running month, else the newest. */
export function currentMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`
    select * from ${scope.rows('month')} as month order by status = 'running' desc, id desc limit 1`);
}

/** Returns the newest month. */
export function newestMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month order by id desc limit 1`,
  );
}
