import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('calls', {
  needsConnection: 'This needs a connection to the server. Try again when it is back.',
  stillRunning: 'The server is still working on it. Try again in a moment.',
  earlierDone:
    'An earlier press of yours has arrived and was done. Look at what is there, and press again for what you have changed.',
});
