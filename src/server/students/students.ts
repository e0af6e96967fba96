import { sql } from 'kysely';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { ResourceHooks } from '#server/records/records.ts';

/** The counter's row lock serialises concurrent creates. */
async function nextNumber(scope: BranchScope): Promise<bigint> {
  const counter = await scope.insert(
    'student_counter',
    { last: 1n },
    sql<{
      last: bigint;
    }>`on conflict (branch_id) do update set last = student_counter.last + 1 returning last`,
  );
  if (!counter) throw new Error('student_counter returned no row');
  return counter.last;
}

/** A code such as "S-0001" (decision 10) is unique in the branch and never reused. */
export const studentHooks: ResourceHooks = {
  async beforeCreate(scope) {
    const number = await nextNumber(scope);
    return { serverFields: { code_number: number, code: `S-${String(number).padStart(4, '0')}` } };
  },
};
