import { counted, letter } from '../arabic/nouns.ts';
import type { Translation } from '../messages.ts';
import type { inputs } from './inputs.en.ts';

export const arabicInputs: Translation<typeof inputs> = {
  required: 'هذا البيان مطلوب',
  invalid: 'بيان غير صحيح',
  tooLong: ({ limit }) => `${counted(limit, letter)} بحد أقصى`,
  unstorable: 'في هذا النص رموز لا يمكن حفظها',
  emailInvalid: 'البريد الإلكتروني غير صحيح',
  passwordTooShort: ({ least }) => `كلمة المرور ${counted(least, letter)} على الأقل`,
  invalidPage: 'لا توجد صفحة بهذا الرقم.',
};
