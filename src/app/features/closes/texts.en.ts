import type { DrawerPart } from '#contract/closes.ts';
import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('closes', {
  countAbout: 'Count what is in the drawer. What was expected is shown after that.',
  notKnown: 'This server does not close drawers.',
  loading: 'The drawer is loading',
  loadingCloses: 'Drawer closes are loading',
  needsConnection: 'Closing needs a connection.',
  countStays: 'Closing needs a connection. Your count stays on this device.',
  countKept: 'Closing needs a connection. The count that you have begun is kept on this device.',
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
  recount: 'Count again',
  recountAbout: ({ time }: { time: string }) =>
    `Count what was in the drawer ${time}. Both counts stay on the close. Money taken since then belongs to the next one.`,
  recountSubmit: 'Compare again',
  recountBack: 'Keep the first count',
  earlierCount: ({ amount }: { amount: string }) => `Counted before: ${amount}`,
  recounted: ({ count }: { count: number }) =>
    plural(count, { one: 'Counted again # time', other: 'Counted again # times' }),
  finishTitle: 'Reason of the difference in a drawer',
  finish: 'Finish',
  finishing: 'Finishing',
  closed: 'The drawer is closed.',
  noDifference: 'No difference.',
  toldClosed: ({ time, amount, result }: { time: string; amount: string; result: string }) =>
    `Your drawer was closed ${time}: ${amount}. ${result}`,
  toldCounted: ({ time, amount, result }: { time: string; amount: string; result: string }) =>
    `Your drawer was counted ${time}: ${amount}. ${result} It waits for the reason.`,
  toldOther: ({
    name,
    time,
    amount,
    result,
  }: {
    name: string;
    time: string;
    amount: string;
    result: string;
  }) => `The drawer of ${name} was closed ${time}: ${amount}. ${result}`,
  toldDone: 'The drawer was counted.',
  notCountedTwice: 'That was after you had begun this count. Nothing was counted twice.',
  countAnew: 'Count what came in since',

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
  noClosesThen: 'No drawer was closed in this time',
  timeSpan: 'Period',
  allTime: 'All time',
  lastDays: ({ count }: { count: number }) => `Last ${count} days`,
  differencesOf: ({ count, amount }: { count: number; amount: string }) =>
    `${plural(count, { one: '# close differs', other: '# closes differ' })}, ${amount} in all`,
  differencesOfPage: ({ count, amount }: { count: number; amount: string }) =>
    `${plural(count, { one: '# close differs', other: '# closes differ' })} of those shown, ${amount} in all`,
  disabled: 'Disabled',
  closeForOther: 'Close this drawer',
  closeForOtherOf: ({ name }: { name: string }) => `Close the drawer of ${name}`,
  closeForOtherAbout: ({ name }: { name: string }) =>
    `${name} is disabled and can't close it. Count what is in it; your name is recorded with the reason.`,
  notForOther: 'This drawer needs no close by a manager: it is closed, or its user closes it.',
  reasonForOther: 'Why do you close it?',
  reasonForOtherMissing: 'Say why you close it',
  submitForOther: 'Close the drawer',
  closedBy: ({ name }: { name: string }) => `Closed by ${name}`,
  older: 'Older',
  newer: 'Newer',
  corrections: 'Changed after an earlier close',
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

export const partText = (part: DrawerPart): string => messages[partNames[part]];
