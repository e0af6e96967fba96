import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** A month as it is stored. */
export interface StoredMonth {
  readonly id: bigint;
  readonly name: string;
  readonly status: 'running' | 'ended';
  /** yyyy-MM-dd in UTC. */
  readonly start_date: string;
  readonly end_date: string | null;
  /** Decimal text by figure, once it has ended. */
  readonly figures: Readonly<Record<string, string>> | null;
  /** The same as they were when it had ended before it was re-opened last. */
  readonly previous_figures: Readonly<Record<string, string>> | null;
  readonly reopened_at: string | null;
  /** The name of who did it. */
  readonly reopened_by: string | null;
  readonly reopened_reason: string | null;
}

/**
 * Writers of money share the branch's month until the transaction ends, whoever starts, ends, re-opens or deletes a month has it alone. So a
 * payment that races the end of a month lands before it or after it, whole (decision 37).
 * @returns the month that runs and goes on running; undefined where none does
 */
export function lockMonthShared(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`select * from share_running_month(${scope.branchId}) as month`);
}

/** Keeps every writer of money out until the transaction ends, and answers the month that runs. */
export async function lockMonthExclusive(scope: BranchScope): Promise<StoredMonth | undefined> {
  await scope.all(sql`select id from ${scope.rows('branch')} as own for update`);
  return runningMonth(scope);
}

function runningMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month where status = 'running'`,
  );
}

export function monthById(scope: BranchScope, id: bigint): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`select * from ${scope.rows('month')} as month where id = ${id}`);
}

/** The month that runs, or else the one that was made last. */
export function currentMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(sql<StoredMonth>`
    select * from ${scope.rows('month')} as month order by status = 'running' desc, id desc limit 1`);
}

/** The month that was made last. */
export function newestMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  return scope.first(
    sql<StoredMonth>`select * from ${scope.rows('month')} as month order by id desc limit 1`,
  );
}
