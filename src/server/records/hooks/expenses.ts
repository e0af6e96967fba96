import { fromDrawer } from '#contract/resources/from-drawer.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { ResourceHooks } from '#server/records/records.ts';

/** Tells whether the user pays out of their drawer unless they say something else: staff do, managers do not (decision 54). */
export function paysFromDrawer({ sees }: Pick<BranchScope, 'sees'>): boolean {
  return !sees(fromDrawer.onWithout);
}

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
