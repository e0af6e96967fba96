import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('refunds', {
  about: 'Money that goes back for what a student has paid, or out of their credit.',
  chooseWhat: 'What is paid back?',
  nothingPaid: 'This student has paid nothing that could be paid back.',
  creditOf: 'Credit',
  receipt: ({ receipt }: { receipt: string }) => `Receipt ${receipt}`,
  leftOn: ({ day }: { day: string }) => `Left on ${day}`,

  paid: 'Paid',
  refundedBefore: 'Paid back before',
  canBePaidBack: 'Can be paid back',
  allOfIt: ({ amount }: { amount: string }) => `All of it: ${amount}`,
  keepAsCredit: 'Keep as credit',
  whatOfDebt: 'What was paid for',
  noLongerOwed: 'No longer owed',
  owedAfter: 'Still owed afterwards',
  reasons: 'Reasons',
  numberedByItself: 'Left empty, it is numbered by itself.',

  usualLeaves: 'Leaves the course',
  usualTwice: 'Paid twice',
  usualWrong: 'Wrong amount',
  usualCancelled: 'Course was cancelled',
  usualMoves: 'Moves away',
  usualTime: 'The time does not suit',
  usualIll: 'Illness',

  leaveAbout: 'What is kept stays with the branch or is still owed; the rest of what was paid goes back.',
  whatHappens: 'What happens?',
  movesTo: 'Moves to',
  newCourse: ({ kind }: { kind: string }) => `The new enrolment: ${kind}`,
  keep: 'Kept of the price',
  keepAll: ({ amount }: { amount: string }) => `The whole price: ${amount}`,
  keepPaid: ({ amount }: { amount: string }) => `What was paid: ${amount}`,
  keepDays: ({ used, total, amount }: { used: string; total: string; amount: string }) =>
    `${used} of ${total} days: ${amount}`,
  paidOut: 'Paid out now',
  emptyPaysAll: ({ amount }: { amount: string }) => `Left empty, all of ${amount} is paid out.`,
  emptyMovesAll: ({ amount }: { amount: string }) => `Left empty, all of ${amount} moves along.`,
  refundNumber: 'Receipt number of the refund',
  kept: 'Kept',
  paidBackNow: 'Paid out now',
  movedNow: 'Pays for the new course',
  owedOfNew: 'Still owed for the new course',
  asCredit: 'Stays as credit',
  forgiven: 'No longer owed',
  returnAbout:
    'The copies go back into stock. Their price is not owed any more; what was paid for them goes back.',
  copiesBack: 'Copies that come back',
  copiesOut: ({ copies }: { copies: bigint }) =>
    plural(Number(copies), { one: '# copy was handed out', other: '# copies were handed out' }),
  allCopies: ({ copies }: { copies: bigint }) =>
    plural(Number(copies), { one: 'The one copy', other: 'All # copies' }),
  returnedSaved: 'The copies are back in stock.',
  allReturned: 'All copies have come back already.',
  usualWrongBook: 'Wrong book',
  usualFaulty: 'Faulty copy',
  usualNotNeeded: 'Not needed',

  leftSaved: 'The student has left the course.',
  movedSaved: 'The student has moved to the other course.',
  leftAlready: ({ day }: { day: string }) => `The student has left this course already, on ${day}.`,
  amountsUnknown: 'The amounts of this course are not known on this device yet.',
  notKnown: 'This server does not know how students leave a course.',
});

export const usualReasons = (): readonly string[] => [
  messages.usualLeaves,
  messages.usualTwice,
  messages.usualWrong,
  messages.usualCancelled,
];

export const usualReasonsToLeave = (): readonly string[] => [
  messages.usualTime,
  messages.usualMoves,
  messages.usualIll,
  messages.usualCancelled,
];

export const usualReasonsToReturn = (): readonly string[] => [
  messages.usualWrongBook,
  messages.usualFaulty,
  messages.usualNotNeeded,
];
