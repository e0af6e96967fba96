import type { Translation } from '#contract/messages.ts';
import type { messages } from './update-texts.en.ts';

export const appUpdateTexts: Translation<typeof messages> = {
  updateInactive: 'لم تبدأ النسخة الجديدة. أغلق كل نوافذ Branch Desk ثم افتحه من جديد.',
  stillSending: 'هناك عملية قيد الإرسال. حدّث بعد لحظة.',
};
