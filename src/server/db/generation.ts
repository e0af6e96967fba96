import { sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

interface Generation {
  /** A UUID; another one after a restore of the database or of the branch alone. */
  readonly id: string;
  /** When the restored backup was made, ISO 8601 in UTC; null if neither was ever restored. */
  readonly restored_from: string | null;
}

export async function readGeneration(scope: BranchScope): Promise<Generation> {
  const generation = await scope.first(
    sql<Generation>`select id, restored_from from current_generation(${scope.branchId}) as generation`,
  );
  if (!generation) throw new Error('The database has no generation');
  return generation;
}

/**
 * Digits that grow with each write, so that equal versions mean that nothing was written between. A branch without a
 * write has 0; the first one begins with the clock in milliseconds.
 */
export async function readBranchVersion(scope: BranchScope): Promise<string> {
  const row = await scope.first(
    sql<{ changes: bigint }>`select changes from ${scope.rows('branch_change')} as branch_change`,
  );
  return String(row?.changes ?? 0);
}
