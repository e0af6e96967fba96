import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('plans', {
  toPlan: ({ amount }: { amount: string }) =>
    `To be planned: ${amount}, the price without the first payment.`,
  missing: ({ amount }: { amount: string }) => `The parts come to ${amount} less.`,
  over: ({ amount }: { amount: string }) => `The parts come to ${amount} more.`,
  fits: 'The parts come to exactly that.',
  split: 'Split into equal monthly parts',
  splitInto: ({ count }: { count: number }) => plural(count, { one: '# part', other: '# parts' }),
  unknownEnrolment: 'Open the plan from its enrolment on the page of the student.',
});
