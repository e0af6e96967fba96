import { userName } from '#server/accounts/profile.ts';
import type { ResourceHooks } from '#server/records/records.ts';
import { newPhoto, storePhoto } from './photos.ts';

/** The creator's name at that time is stored (decision 17). */
export const expenseHooks: ResourceHooks = {
  async beforeCreate(scope, { photo: written }) {
    const photo = newPhoto(written);
    return {
      serverFields: {
        created_by_name: await userName(scope),
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
