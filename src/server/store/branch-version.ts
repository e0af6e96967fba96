import { sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

/**
 * Reads the version of a branch's data: digits that grow with each write, so that equal versions mean that nothing was written between. A
 * branch without a write has 0; the first one begins with the clock in milliseconds.
 */
export async function readBranchVersion(scope: BranchScope): Promise<string> {
  const row = await scope.first(
    sql<{ changes: bigint }>`select changes from ${scope.rows('branch_change')} as own`,
  );
  return String(row?.changes ?? 0);
}
