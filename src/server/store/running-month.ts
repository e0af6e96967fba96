import { sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

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
}

/**
 * Holds the branch's month as it is until the transaction ends: writers of money share it, whoever starts, ends, re-opens or deletes a
 * month has it alone. So a payment that races the end of a month lands before it or after it, whole (decision 37).
 */
async function holdMonth(scope: BranchScope, alone: boolean): Promise<void> {
  const lock = alone ? sql`for update` : sql`for share`;
  await scope.all(sql`select id from ${scope.rows('branch')} as own ${lock}`);
}

/** The month that runs and goes on running until the transaction ends; undefined where none does. */
export async function shareRunningMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  await holdMonth(scope, false);
  return runningMonth(scope);
}

/** Keeps every writer of money out until the transaction ends, and answers the month that runs. */
export async function takeRunningMonth(scope: BranchScope): Promise<StoredMonth | undefined> {
  await holdMonth(scope, true);
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
