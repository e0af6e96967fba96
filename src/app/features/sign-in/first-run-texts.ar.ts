import type { Translation } from '#contract/messages.ts';
import type { messages } from './first-run-texts.en.ts';

export const firstRunTexts: Translation<typeof messages> = {
  title: 'إعداد فرعك',
  about: 'لم يستخدم أحد هذا السيرفر بعد. كود الإعداد عند من ثبّته.',
  code: 'الكود',
  branch: 'اسم الفرع',
  address: 'عنوان الفرع (اختياري)',
  timeZone: 'المنطقة الزمنية',
  dayBegins: 'يبدأ اليوم الساعة',
  dayBeginsHelp: 'اختر ساعة متأخرة إذا كان العمل يستمر بعد منتصف الليل. الساعات قبلها تُحسب من اليوم السابق.',
  you: 'أنت، أول مدير له',
  firstName: 'الاسم الأول',
  lastName: 'اسم العائلة',
  month: 'أول شهر',
  monthHelp: 'يبدأ اليوم. تُحسب الدفعات فيه حتى تنهيه.',
  submit: 'إعداد',
  submitting: 'جارٍ الإعداد',
  needsConnection: 'الإعداد يحتاج اتصالًا. تأكد من الشبكة ثم حاول مرة أخرى.',
  skip: 'الدخول بكلمة المرور المطبوعة',
};
