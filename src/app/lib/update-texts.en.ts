import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('appUpdate', {
  updateInactive: 'The new version has not started. Close all windows of Branch Desk, then open it again.',
  stillSending: 'An entry is still being sent. Update in a moment.',
});
