import { takeNumbers } from '#server/records/counters.ts';
import type { ResourceHooks } from '#server/records/records.ts';

export const studentCode = (number: bigint): string => `S-${String(number).padStart(4, '0')}`;

/** A code such as "S-0001" (decision 10) is unique in the branch and never reused. */
export const studentHooks: ResourceHooks = {
  async beforeCreate(scope) {
    const number = await takeNumbers(scope, 'student_counter');
    return { serverFields: { code_number: number, code: studentCode(number) } };
  },
};
