import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('presence', {
  leaves: 'Leaves',
  leavesTitle: ({ name }: { name: string }) => `${name} leaves`,
  leavesAbout:
    'From this day on pickers, renewals and checklists leave them out. Their records stay, and what they owe.',
  fromDay: 'From',
  hasLeft: ({ name, day }: { name: string; day: string }) => `${name} leaves on ${day}.`,
  isBack: 'Is back',
  cameBack: ({ name }: { name: string }) => `${name} is back.`,
  refused: 'The server refused this. Sync shows why.',
  enrolsAgain: 'A new enrolment means that they are back.',
  lastPay: 'This is paid after they have left.',
});
