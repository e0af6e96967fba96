import { counted, payment } from '#contract/arabic/nouns.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const plansTexts: Translation<typeof messages> = {
  toPlan: ({ amount }) => `للتقسيط: ${amount}، السعر بدون أول دفعة.`,
  missing: ({ amount }) => `مجموع الدفعات أقل بـ ${amount}.`,
  over: ({ amount }) => `مجموع الدفعات أكثر بـ ${amount}.`,
  fits: 'مجموع الدفعات مضبوط.',
  split: 'تقسيم على دفعات شهرية متساوية',
  splitInto: ({ count }) => counted(count, payment),
  unknownEnrolment: 'افتح الخطة من اشتراكها في صفحة الطالب.',
};
