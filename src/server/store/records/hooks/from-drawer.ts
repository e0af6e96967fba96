import { fromDrawer } from '#contract/resources/from-drawer.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Tells whether the user pays out of their drawer unless they say something else: staff do, managers do not (decision 54). */
export function paysFromDrawer({ sees }: Pick<BranchScope, 'sees'>): boolean {
  return !sees(fromDrawer.onWithout);
}
