import { sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

/** Maps shards to their number of changes; the sum is the version of the branch (migration 0013). */
export type ChangeCounts = ReadonlyMap<number, number>;

/** Reads how many changes each shard of a branch has counted. */
export async function readChangeCounts(scope: BranchScope): Promise<ChangeCounts> {
  const rows = await scope.all(
    sql<{ shard: number; changes: bigint }>`select shard, changes from ${scope.rows('branch_change')} as own`,
  );
  return new Map(rows.map(({ shard, changes }) => [shard, Number(changes)]));
}

/** Returns the version of a branch's data: equal versions mean that nothing was written between. */
export function versionOf(counts: ChangeCounts): string {
  return String([...counts.values()].reduce((sum, count) => sum + count, 0));
}
