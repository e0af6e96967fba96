import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

/** Maps shards to their number of changes; see versionOf (migration 0013). */
export type ChangeCounts = ReadonlyMap<number, number>;

/** Reads how many changes each shard of a branch has counted. */
export async function readChangeCounts(scope: BranchScope): Promise<ChangeCounts> {
  const rows = await scope.all(
    sql<{ shard: number; changes: bigint }>`select shard, changes from ${scope.rows('branch_change')} as own`,
  );
  return new Map(rows.map(({ shard, changes }) => [shard, Number(changes)]));
}

const DIGEST_DIGITS = 12;

/**
 * Returns the version of a branch's data: equal versions mean that nothing was written between. It is the sum of the counts, followed by
 * digits of a digest of all of them: processes hear of commits in different orders, so that equal sums may stand for different writes
 * (decision 129).
 */
export function versionOf(counts: ChangeCounts): string {
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  const text = [...counts].sort(([one], [other]) => one - other).join(' ');
  const digest = createHash('sha1').update(text).digest().readUIntBE(0, 6) % 10 ** DIGEST_DIGITS;
  return `${sum}${String(digest).padStart(DIGEST_DIGITS, '0')}`;
}
