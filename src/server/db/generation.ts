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
