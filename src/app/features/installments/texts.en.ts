import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('installments', {
  about: ({ things }: { things: string }) => `A payment for one of the ${things}.`,
  wholeFamily: 'Pay several debts at once',
  chooseKind: 'What is the payment for?',
  remainingNow: 'Remaining now',
  remainingAfter: 'Remaining after this',
});
