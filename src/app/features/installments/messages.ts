import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of the installment form. */
export const messages = defineMessages({
  title: 'Create Installment',
  about: ({ plural }: { plural: string }) => `A payment towards one of the ${plural.toLowerCase()}.`,
  chooseKind: 'What is the payment for?',
  remainsNow: 'Remains now',
  remainsAfter: 'Remains after this',
  tooMuch: 'More than what remains, by',
});
