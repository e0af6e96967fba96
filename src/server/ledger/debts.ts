import { sql } from 'kysely';
import type { Piastres } from '#contract/money.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';

export async function owedBy(scope: BranchScope, students: readonly string[]): Promise<Piastres> {
  const { remaining } = await scope.one(sql<{ remaining: Piastres }>`
    select coalesce(sum(remaining), 0)::bigint as remaining from ${scope.rows('debt')} as debt
    where student_id = any(${students}::uuid[])`);
  return remaining;
}
