import { defineMessages } from '../messages.ts';

/** Lists that a branch keeps in its settings. */
export const choiceTexts = defineMessages('namedChoices', {
  idWrong: 'Use up to 40 small letters, digits and hyphens',
  nameMissing: 'Write what it is called',
  twice: 'This stands in the list twice',
  tooMany: ({ limit }: { limit: number }) => `Use at most ${limit} of them`,
  unknown: 'This branch does not have this in its list. Choose another one.',
  removed: ({ name }: { name: string }) => `${name} was removed from the list. Choose another one.`,
});
