import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { ResourceHooks } from '#server/store/records/records.ts';

/** The branch's next number; the row of the counter makes two at the same time wait for each other. */
async function nextNumber(scope: BranchScope): Promise<bigint> {
  const counter = await scope.insert(
    'student_counter',
    { last: 1n },
    sql<{
      last: bigint;
    }>`on conflict (branch_id) do update set last = student_counter.last + 1 returning last`,
  );
  if (!counter) throw new Error('the counter of codes gave none');
  return counter.last;
}

/** Students get a code of the branch that is never given again: "S-0001" (decision 10). */
export const students: ResourceHooks = {
  async stamp(scope) {
    const number = await nextNumber(scope);
    return { columns: { code_number: number, code: `S-${String(number).padStart(4, '0')}` } };
  },
};
