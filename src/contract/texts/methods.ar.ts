import { ltr, own } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { methodTexts } from './methods.en.ts';

export const arabicMethodTexts: Translation<typeof methodTexts> = {
  cash: 'نقدًا',
  idWrong: `استخدم حتى 40 من الحروف ${ltr('a-z')} والأرقام`,
  nameMissing: 'اكتب اسمها',
  cashTwice: 'النقد موجود بالفعل',
  twice: 'هذه الطريقة مكررة في القائمة',
  tooMany: ({ most }) => `${most} طريقة بحد أقصى`,
  unknown: 'الفرع لا يقبل هذه الطريقة. اختر طريقة أخرى.',
  removed: ({ name }) => `أُزيلت ${own(name)} من طرق الدفع. اختر طريقة أخرى.`,
  referenceMissing: ({ name }) => `اكتب رقم عملية ${own(name)}`,
};
