import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('calls', {
  needsConnection: 'This needs a connection to the server. Try again when it is back.',
  stillRunning: 'The server is still working on it. Try again in a moment.',
  changedMeanwhile: 'Somebody changed it meanwhile.',
  asking: ({ title }: { title: string }) =>
    `It is not known yet whether this was done: ${title}. The server is asked as soon as it can be reached.`,
  running: ({ title }: { title: string }) => `The server is still working on this: ${title}.`,
  notDone: ({ title }: { title: string }) => `This was not done: ${title}. The server does not know of it.`,
  untold: ({ title }: { title: string }) =>
    `This server cannot say whether this was done: ${title}. Look before you do it again.`,
  refused: ({ title, reason }: { title: string; reason: string }) => `This was not done: ${title}. ${reason}`,
  doNow: 'Do it now',
  openScreen: 'Open',
  leave: 'Leave it',
  otherDone:
    'An earlier press of yours has arrived and was done. Look at what is there, and press again for what you have changed.',
  earlierDone: ({ text }: { text: string }) =>
    `What you sent before has arrived: ${text} Look at it, and press again for what you have changed.`,
});
