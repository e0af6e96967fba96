import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const exportTexts: Translation<typeof messages> = {
  title: 'تصدير هذه القائمة',
  about: 'كل صفوف القائمة بفلاترها وترتيبها الآن، بكل الأعمدة التي تراها.',
  importInstead: 'أو استيراد طلاب من ملف',
  csv: `ملف ${ltr('CSV')}`,
  xlsx: `ملف ${ltr('Excel')}`,
  receiving: ({ size }) => `جارٍ استلام الملف: ${size} حتى الآن.`,
  preparing: 'جارٍ إعداد الملف.',
  saved: ({ name }) => `تم التصدير: ${isolated(name)}.`,
  offline: 'التصدير يحتاج اتصالًا. يبدأ عند عودته.',
};
