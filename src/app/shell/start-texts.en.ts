import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of the first load; the others of this folder load after sign-in. */
export const messages = defineMessages('start', {
  loading: 'Branch Desk is loading',
  unsavedElsewhere: 'Another window of Branch Desk has unsaved changes. Finish them there, then update.',
  update: 'Update',
  updateLater: 'Later',
  updateNow: 'Update now',
  updateReady: 'A new version is ready',
});
