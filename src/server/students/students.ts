import { sql } from 'kysely';
import { messages } from '#server/messages/store.en.ts';
import { conflict } from '#server/platform/http-error.ts';
import { takeNumbers } from '#server/records/counters.ts';
import type { ResourceHooks } from '#server/records/records.ts';

export const studentCode = (number: bigint): string => `S-${String(number).padStart(4, '0')}`;

/** A code such as "S-0001" (decision 10) is unique in the branch and never reused. */
export const studentHooks: ResourceHooks = {
  async beforeCreate(scope) {
    const number = await takeNumbers(scope, 'student_counter');
    return { serverFields: { code_number: number, code: studentCode(number) } };
  },
  /** The other branch does not have them yet (decision 159). */
  async beforeDelete(scope, row) {
    const leaving = await scope.first(sql<{ branch: string }>`
      select other_branch as branch from ${scope.rows('student_transfer')} as r
      where student_id = ${row.id} and outgoing is not null`);
    if (leaving) throw conflict(messages.leavesNow(leaving));
  },
};
