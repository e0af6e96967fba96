import { sql } from 'kysely';
import type { BranchScope } from '#server/db/branch-scope.ts';

/** The last of `count` new numbers of the branch's own series, all above `above`. Unused numbers stay gaps. */
export async function takeNumbers(
  scope: BranchScope,
  counter: 'student_counter' | 'refund_counter',
  count = 1n,
  above = 0n,
): Promise<bigint> {
  const taken = await scope.insert(
    counter,
    { last: above + count },
    sql<{ last: bigint }>`on conflict (branch_id) do update
      set last = greatest(${sql.ref(`${counter}.last`)}, ${above}::bigint) + ${count}::bigint returning last`,
  );
  if (!taken) throw new Error(`${counter} returned no row`);
  return taken.last;
}
