import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('recordForms', {
  inStock: ({ stock }: { stock: bigint }) =>
    plural(Number(stock), { one: `${stock} copy in stock`, other: `${stock} copies in stock` }),
  paidForMore: 'More copies were paid for already, so the number stays at least as high.',
  remaining: 'Remaining Amount',
  asLastMonth: 'As last month',
  toPlan: ({ amount }: { amount: string }) =>
    `To be planned: ${amount}, the price without the first payment.`,
  missing: ({ amount }: { amount: string }) => `The parts come to ${amount} less.`,
  over: ({ amount }: { amount: string }) => `The parts come to ${amount} more.`,
  fits: 'The parts come to exactly that.',
  split: 'Split into equal monthly parts',
  splitInto: ({ count }: { count: number }) => plural(count, { one: '# part', other: '# parts' }),
  unknownEnrolment: 'Open the plan from its enrolment on the page of the student.',
  about: ({ things }: { things: string }) => `A payment for one of the ${things}.`,
  wholeFamily: 'Pay several debts at once',
  chooseKind: 'What is the payment for?',
  remainingNow: 'Remaining now',
  remainingAfter: 'Remaining after this',
});
