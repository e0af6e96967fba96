import { personName } from '../profile.ts';
import type { Unlike } from '../records.ts';

/** An expense bears the name of who wrote it, as it was then (decision 17). */
export const expenses: Unlike = {
  async stamp(scope) {
    return { columns: { created_by_name: await personName(scope) } };
  },
};
