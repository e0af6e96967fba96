import { defineMessages } from '#contract/messages.ts';

/** Holds the error sentences of reads, and of mutations that need a connection. */
export const messages = defineMessages('reads', {
  recordMissing: 'This record is not on this device any more. Go back to the list and look for it there.',
  needsConnection: 'This needs a connection to the server. Try again when it is back.',
});
