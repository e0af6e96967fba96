import { userName } from '#server/store/accounts/profile.ts';
import type { ResourceHooks } from '#server/store/records/records.ts';

/** Stamps reminders and promises with who recorded them (decision 108). */
export const attachedHooks: ResourceHooks = {
  async beforeCreate(scope) {
    return { serverFields: { created_by: scope.userId, created_by_name: await userName(scope) } };
  },
};
