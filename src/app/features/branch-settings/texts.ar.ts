import { ltr, own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const branchSettingsTexts: Translation<typeof messages> = {
  about: 'ما يُطبع على الإيصالات وما يُكتب في التذكيرات.',
  loading: 'جارٍ تحميل الإعدادات',
  receipts: 'الإيصالات',
  reminders: 'التذكيرات',
  addressHelp: ({ address }) => `إن تُرك فارغًا يظهر على الإيصال: ${own(address)}`,
  reminderHelp: `تُستبدل ${ltr('{student}')} و${ltr('{remaining}')} و${ltr('{branch}')}. إن تُرك فارغًا عاد النص الأول.`,
  example: 'يُقرأ هكذا',
  exampleStudent: 'منى عادل',
  exampleRemaining: `${ltr('750.00')} ج.م`,
  chooseLogo: 'اختيار صورة',
  otherLogo: 'صورة أخرى',
  removeLogo: 'إزالة الشعار',
  logoHelp: `${ltr('PNG, JPEG, WebP')}. الصورة الكبيرة تُصغّر.`,
  logoAlt: 'شعار الفرع',
  notAPicture: `هذا الملف ليس صورة. اختر ملف ${ltr('PNG, JPEG, WebP')}.`,
  save: 'حفظ الإعدادات',
  saved: 'تم حفظ إعدادات الفرع.',
  notSaved: 'لم تُحفظ الإعدادات. حاول مرة أخرى.',
  needsConnection: 'الإعدادات تُعدّل مع الاتصال.',
  needsReading: 'الإعدادات ليست على هذا الجهاز بعد. افتح هذه الصفحة مرة مع الاتصال.',
  changedMeanwhile: ({ now }) => `غيّره شخص في هذه الأثناء إلى: ${own(now)}. احفظ مرة أخرى ليبقى ما كتبته.`,
  empty: 'فارغ',
  anotherPicture: 'صورة أخرى',
  unsupported: 'هذا السيرفر بلا إعدادات فرع. الإيصالات تعرض اسمه وعنوانه.',
};
