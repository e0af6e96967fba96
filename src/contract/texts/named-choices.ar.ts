import { isolated, ltr } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { choiceTexts } from './named-choices.en.ts';

export const arabicChoiceTexts: Translation<typeof choiceTexts> = {
  idWrong: `استخدم حتى 40 من الحروف ${ltr('a-z')} والأرقام`,
  nameMissing: 'اكتب اسمها',
  twice: 'هذه مكررة في القائمة',
  tooMany: ({ limit }) => `${limit} بحد أقصى`,
  unknown: 'هذه ليست في قائمة الفرع. اختر غيرها.',
  removed: ({ name }) => `أُزيلت ${isolated(name)} من القائمة. اختر غيرها.`,
};
