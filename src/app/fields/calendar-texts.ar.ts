import { ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './calendar-texts.en.ts';

export const calendarTexts: Translation<typeof messages> = {
  loading: 'جارٍ تحميل التقويم',
  missing: `تعذر تحميل التقويم. اكتب اليوم بدلًا منه، مثل ${ltr('30/11/2026')}: لن يضيع شيء من هذه الصفحة. إن لم ينجح مرة أخرى فاحفظ أولًا ثم أعد تحميل الصفحة.`,
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  chooseDate: 'اختر تاريخًا',
  chooseDay: 'اختر',
  dayNotAvailable: 'غير متاح:',
  month: 'الشهر',
  year: 'السنة',
};
