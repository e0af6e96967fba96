import { sentences, sentenceTexts } from '#contract/arabic/sentences.ts';
import type { addTranslations } from '#contract/messages.ts';
import { administrationTexts } from './rest/administration.ts';
import { deskTexts } from './rest/desk.ts';
import { formTexts } from './rest/form.ts';
import { monthTexts } from './rest/months.ts';
import { problemTexts } from './rest/problems.ts';
import { studentTexts } from './rest/students.ts';
import { syncTexts } from './rest/sync.ts';

/** Holds the Arabic texts that nothing of sign-in and the first list shows. */
export const rest: Parameters<typeof addTranslations>[1] = {
  contract: sentences,
  ...sentenceTexts,
  ...formTexts,
  ...deskTexts,
  ...syncTexts,
  ...problemTexts,
  ...monthTexts,
  ...studentTexts,
  ...administrationTexts,
};
