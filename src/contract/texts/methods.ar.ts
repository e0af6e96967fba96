import { isolated } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { methodTexts } from './methods.en.ts';

export const arabicMethodTexts: Translation<typeof methodTexts> = {
  cash: 'نقدًا',
  credit: 'من الرصيد',
  creditReserved: 'الرصيد طريقة موجودة بالفعل',
  cashTwice: 'النقد موجود بالفعل',
  unknown: 'الفرع لا يقبل هذه الطريقة. اختر طريقة أخرى.',
  removed: ({ name }) => `أُزيلت ${isolated(name)} من طرق الدفع. اختر طريقة أخرى.`,
  referenceMissing: ({ name }) => `اكتب رقم عملية ${isolated(name)}`,
};
