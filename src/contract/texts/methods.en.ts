import { defineMessages } from '../messages.ts';

/** Decision 130. */
export const methodTexts = defineMessages('methods', {
  cash: 'Cash',
  credit: 'Credit',
  creditReserved: 'Credit is a method of its own already',
  cashTwice: 'Cash is there already',
  unknown: 'This branch does not take this method. Choose another one.',
  removed: ({ name }: { name: string }) => `${name} was removed from the methods. Choose another one.`,
  referenceMissing: ({ name }: { name: string }) => `Write the reference of ${name}`,
});
