import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('reads', {
  recordMissing: 'This record is not on this device any more. Go back to the list and look for it there.',
});
