import type { DrawerPart } from '#contract/closes.ts';
import { defineMessages, plural } from '#contract/messages.ts';

/** Holds the texts of counting and closing drawers. */
export const messages = defineMessages('closes', {
  countAbout: 'Count what is in the drawer. What was expected is shown after that.',
  notKnown: 'This server does not close drawers.',
  loading: 'The drawer is loading',
  loadingCloses: 'Drawer closes are loading',
  needsConnection: 'Closing needs a connection. Your count stays on this device.',
  pending: ({ count }: { count: number }) =>
    plural(count, {
      one: '# entry waits on this device. Send it first, or it belongs to the next close.',
      other: '# entries wait on this device. Send them first, or they belong to the next close.',
    }),
  openSync: 'Show them',

  notesAndCoins: 'Notes and coins',
  pieces: ({ value }: { value: string }) => `Pieces of ${value}`,
  piecesWrong: 'Enter a whole number',
  amountWrong: 'Enter an amount such as 1250 or 1250.50',
  other: 'Other money, or the sum counted by hand',
  float: 'Was in the drawer at the start',
  kept: 'Stays in the drawer',
  keptAsBefore: ({ amount }: { amount: string }) => `${amount} again`,
  keptTooMuch: 'More than was counted cannot stay',
  notes: 'Notes (optional)',
  counted: 'Counted',
  countFirst: 'Count the drawer first',
  submit: 'Compare',
  submitting: 'Comparing',

  expected: 'Expected',
  difference: 'Difference',
  matches: 'The drawer is right. It is closed.',
  missing: ({ amount }: { amount: string }) => `${amount} is missing.`,
  over: ({ amount }: { amount: string }) => `${amount} too much.`,
  reason: 'Why does it differ?',
  reasonMissing: 'Say why the sum differs',
  finish: 'Finish',
  finishing: 'Finishing',
  closed: 'The drawer is closed.',

  closeOf: ({ name }: { name: string }) => `Drawer close, ${name}`,
  period: ({ from, to }: { from: string; to: string }) => `From ${from} to ${to}`,
  firstPeriod: ({ to }: { to: string }) => `Up to ${to}`,
  notesLabel: 'Notes',
  startFloat: 'At the start',
  handedOver: 'Handed over',
  noLines: 'No money came in or went out.',
  countTable: 'What was counted',
  otherCounted: 'Other',
  sumTable: 'How the expected sum comes about',
  changedTitle: 'Changed since the close',
  changedWas: ({ was, now }: { was: string; now: string }) => `${was} then, ${now} now`,
  changedDeleted: ({ was }: { was: string }) => `${was} then, deleted since`,
  changedBy: ({ name, time }: { name: string; time: string }) => `${name}, ${time}`,
  changedSum: ({ amount }: { amount: string }) => `With these changes ${amount} would be expected.`,
  linesTitle: ({ count }: { count: number }) => plural(count, { one: '# amount', other: '# amounts' }),
  moreLines: ({ count }: { count: number }) => `${count} more are not shown.`,

  listTitle: 'Drawer closes',
  listAbout: 'Who counted their drawer, what was expected and what differed.',
  ownAbout: 'Your counts, what was expected and what differed.',
  openTitle: 'Not closed yet',
  noOpen: 'Every drawer is closed.',
  openSince: ({ time }: { time: string }) => `Last closed ${time}`,
  neverClosed: 'Never closed',
  openFirst: ({ time }: { time: string }) => `first amount ${time}`,
  waitsForReason: 'Counted, waits for the reason',
  openAmounts: ({ count }: { count: number }) => plural(count, { one: '# amount', other: '# amounts' }),
  closesTitle: 'Closes',
  noCloses: 'No drawer was closed yet',
  noClosesAbout: 'Closes stand here with what differed.',
  all: 'Everybody',
  person: 'Person',
  changedBadge: ({ count }: { count: number }) =>
    plural(count, { one: '# changed since', other: '# changed since' }),
  exact: 'Exact',
  differencesOf: ({ count, amount }: { count: number; amount: string }) =>
    `${plural(count, { one: '# close differs', other: '# closes differ' })} on this page, ${amount} in all`,
  older: 'Older',
  newer: 'Newer',
  partEnrolment: 'First payments',
  partInstallment: 'Installments',
  partCollection: 'Payments of several debts',
  partPayout: 'Books',
  partExpense: 'Expenses from the drawer',
  partOrder: 'Book orders from the drawer',
});

const partNames = {
  enrolment: 'partEnrolment',
  installment: 'partInstallment',
  collection: 'partCollection',
  payout: 'partPayout',
  expense: 'partExpense',
  order: 'partOrder',
} as const satisfies Record<DrawerPart, keyof typeof messages>;

/** Returns what a part of a close is called. */
export const partText = (part: DrawerPart): string => messages[partNames[part]];
