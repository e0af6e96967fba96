import { copy, counted, payment } from '#contract/arabic/nouns.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const recordFormsTexts: Translation<typeof messages> = {
  inStock: ({ stock }) => `${counted(stock, copy)} في المخزن`,
  paidForMore: 'دُفع ثمن نسخ أكثر من قبل، فلا يقل العدد عنها.',
  remaining: 'المتبقي',
  asLastMonth: 'مثل الشهر الماضي',
  toPlan: ({ amount }) => `للتقسيط: ${amount}، السعر بدون أول دفعة.`,
  missing: ({ amount }) => `مجموع الدفعات أقل بـ ${amount}.`,
  over: ({ amount }) => `مجموع الدفعات أكثر بـ ${amount}.`,
  fits: 'مجموع الدفعات مضبوط.',
  split: 'تقسيم على دفعات شهرية متساوية',
  splitInto: ({ count }) => counted(count, payment),
  unknownEnrolment: 'افتح الخطة من اشتراكها في صفحة الطالب.',
  about: ({ things }) => `دفعة لـ ${things}.`,
  wholeFamily: 'تحصيل عدة ديون معًا',
  chooseKind: 'القسط لماذا؟',
  remainingNow: 'المتبقي الآن',
  remainingAfter: 'المتبقي بعد هذا',
};
