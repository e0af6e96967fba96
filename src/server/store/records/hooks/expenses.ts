import { userName } from '#server/store/accounts/profile.ts';
import type { ResourceHooks } from '#server/store/records/records.ts';
import { paysFromDrawer } from './from-drawer.ts';

/** Stamps an expense with its creator's name at that time (decision 17). */
export const expenseHooks: ResourceHooks = {
  async beforeCreate(scope, { from_drawer }) {
    return {
      serverFields: {
        created_by_name: await userName(scope),
        from_drawer: from_drawer ?? paysFromDrawer(scope),
      },
    };
  },
};
