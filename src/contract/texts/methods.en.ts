import { defineMessages } from '../messages.ts';

/** Decision 130. */
export const methodTexts = defineMessages('methods', {
  cash: 'Cash',
  idWrong: 'Use up to 40 small letters, digits and hyphens',
  nameMissing: 'Write what it is called',
  cashTwice: 'Cash is there already',
  twice: 'This method stands in the list twice',
  tooMany: ({ most }: { most: number }) => `Use at most ${most} methods`,
  unknown: 'This branch does not take this method. Choose another one.',
  removed: ({ name }: { name: string }) => `${name} was removed from the methods. Choose another one.`,
  referenceMissing: ({ name }: { name: string }) => `Write the reference of ${name}`,
});
