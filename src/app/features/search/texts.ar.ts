import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const searchTexts: Translation<typeof messages> = {
  title: 'بحث',
  label: 'اسم أو ولي أمر أو كود أو تليفون أو رقم إيصال أو كتاب',
  placeholder: 'اسم أو تليفون أو إيصال',
  hint: 'ابحث عن طالب بالاسم أو ولي الأمر أو الكود أو التليفون، أو عن إيصال برقمه، أو عن كتاب.',
  keyHint: `${ltr('Shift + Enter')} للتحصيل من الطالب المختار.`,
  receipts: 'الإيصالات',
  results: 'النتائج',
  searching: 'جارٍ البحث…',
  nothing: ({ typed }) => `لا نتائج لـ «${isolated(typed)}».`,
  nothingHint: 'راجع الكتابة، أو جرّب رقم تليفون أو إيصال.',
  onlyOnDevice: 'بدون اتصال. البحث في المحفوظ على هذا الجهاز فقط.',
  hostCannot: 'هذا السيرفر بلا بحث. البحث في المحفوظ على هذا الجهاز فقط.',
  failed: 'لم يرد السيرفر. البحث في المحفوظ على هذا الجهاز فقط.',
  more: 'تظهر أفضل النتائج فقط. اكتب حروفًا أكثر لتضييق البحث.',
  remaining: ({ amount }) => `يتبقى ${amount}`,
  inStock: ({ count }) => `${count} في المخزن`,
  severalPayments: 'عدة دفعات',
  takePaymentFrom: ({ name }) => `تحصيل من ${isolated(name)}`,
};
