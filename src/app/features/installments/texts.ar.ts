import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const installmentsTexts: Translation<typeof messages> = {
  about: ({ things }) => `دفعة لـ ${things}.`,
  wholeFamily: 'تحصيل عدة ديون معًا',
  chooseKind: 'القسط لماذا؟',
  remainingNow: 'المتبقي الآن',
  remainingAfter: 'المتبقي بعد هذا',
};
