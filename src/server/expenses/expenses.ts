import { fromDrawer } from '#contract/resources/from-drawer.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { ResourceHooks } from '#server/records/records.ts';
import { newPhoto, storePhoto } from './photos.ts';

/** Default: staff pay out of their drawer, managers do not (decision 54). */
export function paysFromDrawer({ sees }: Pick<BranchScope, 'sees'>): boolean {
  return !sees(fromDrawer.onWithout);
}

/** The creator's name at that time is stored (decision 17). */
export const expenseHooks: ResourceHooks = {
  async beforeCreate(scope, { from_drawer, photo: written }) {
    const photo = newPhoto(written);
    return {
      serverFields: {
        created_by_name: await userName(scope),
        from_drawer: from_drawer ?? paysFromDrawer(scope),
        photo: photo.digest,
      },
      ...(photo.content !== undefined && { afterCreate: ({ id }) => storePhoto(scope, id, photo) }),
    };
  },
  async replaceColumns(scope, { id }, { photo: written }) {
    if (written === undefined) return {};
    const photo = newPhoto(written);
    await storePhoto(scope, id, photo);
    return { photo: photo.digest };
  },
};
