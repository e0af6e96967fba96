import { personName } from '#server/store/accounts/profile.ts';
import type { ResourceHooks } from '#server/store/records/records.ts';

/** An expense bears the name of who wrote it, as it was then (decision 17). */
export const expenses: ResourceHooks = {
  async stamp(scope) {
    return { columns: { created_by_name: await personName(scope) } };
  },
};
