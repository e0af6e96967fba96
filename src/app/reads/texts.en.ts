import { defineMessages } from '#contract/messages.ts';

/** Holds the error sentences of reads. */
export const messages = defineMessages('reads', {
  recordMissing: 'This record is not on this device any more. Go back to the list and look for it there.',
});
