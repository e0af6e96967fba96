import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('presence', {
  leaves: 'Leaves',
  leavesTitle: ({ name }: { name: string }) => `${name} leaves`,
  leaveTitle: ({ count }: { count: number }) =>
    plural(count, { one: '# person leaves', other: '# people leave' }),
  leavesAbout: 'From this day on pickers and renewals leave them out. Their records stay, and what they owe.',
  fromDay: 'From',
  hasLeft: ({ name, day }: { name: string; day: string }) => `${name} leaves on ${day}.`,
  haveLeft: ({ count, day }: { count: number; day: string }) =>
    plural(count, { one: `# person leaves on ${day}.`, other: `# people leave on ${day}.` }),
  isBack: 'Is back',
  cameBack: ({ name }: { name: string }) => `${name} is back.`,
  refused: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The server refused this. Sync shows why.',
      other: 'The server refused # of them. Sync shows why.',
    }),
  enrolsAgain: 'A new enrolment means that they are back.',
  lastPay: 'This is paid after they have left.',
});
