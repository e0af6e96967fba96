import type { Translation } from '#contract/messages.ts';
import type { messages } from './start-texts.en.ts';

export const startTexts: Translation<typeof messages> = {
  loading: 'جارٍ تحميل Branch Desk',
  unsavedElsewhere: 'في نافذة أخرى من Branch Desk تعديلات لم تُحفظ. أكملها هناك ثم حدّث.',
  update: 'تحديث',
  updateLater: 'لاحقًا',
  updateNow: 'حدّث الآن',
  updateReady: 'يوجد إصدار جديد',
};
