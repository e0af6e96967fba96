import { defineMessages, plural } from '#contract/messages.ts';

const entries = (count: number) => plural(count, { one: '# entry', other: '# entries' });
const wait = (count: number) => plural(count, { one: 'waits', other: 'wait' });

export const messages = defineMessages('encryptedEntries', {
  title: 'Left by disabled users',
  left: ({ count, name }: { count: number; name: string }) =>
    `${entries(count)} of ${name} ${wait(count)} on this device.`,
  leftHere: ({ count }: { count: number }) => `${entries(count)} ${wait(count)} on this device.`,
  whatToDo: 'Look through them, then send them in your name or discard them.',
  needsConnection: 'Opening them needs a connection: the server has the key.',
  unknownOwners: ({ count }: { count: number }) =>
    `${entries(count)} of other users ${wait(count)} on this device. With a connection this shows whether you can send them.`,
  lookThrough: 'Look through',
  lookThroughOf: ({ name }: { name: string }) => `Look through the entries of ${name}`,
  dialogTitle: ({ name }: { name: string }) => `Entries of ${name}`,
  dialogAbout:
    'What you send is recorded in your name, and the history tells who entered it. Each entry is recorded once, also if it had arrived before.',
  opening: 'Opening',
  userDisabled: 'User disabled',
  enteredAt: ({ at }: { at: string }) => `Entered ${at}.`,
  mayHaveArrived: 'It may have arrived already. Sending it records it once.',
  wasRefused: ({ answer }: { answer: string }) => `It was refused: ${answer} Sent or not, it needs you then.`,
  needsDecision: 'It needs your decision in the Sync panel once you have taken it over.',
  follows: 'It follows another entry of this list and is sent after that one.',
  cannotBeOpened: 'The key of the server, or this version of the app, does not open it.',
  send: 'Send in my name',
  sendWithOthers: ({ others }: { others: number }) =>
    plural(others, {
      one: 'Send in my name, with the one that belongs to it',
      other: 'Send in my name, with the # that belong to it',
    }),
  sendAll: ({ count }: { count: number }) =>
    plural(count, { one: 'Send it in my name', other: 'Send all # in my name' }),
  actionOn: ({ action, title }: { action: string; title: string }) => `${action}: ${title}`,
  nothingLeft: 'Nothing of this user waits here any more.',
  taken: ({ count, name }: { count: number; name: string }) =>
    `${entries(count)} of ${name} ${plural(count, { one: 'is', other: 'are' })} sent in your name.`,
  takenElsewhere: 'These entries were sent or discarded in another window.',
  failed: 'It was not done. Try again.',
});
