import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const expensesTexts: Translation<typeof messages> = {
  asLastMonth: 'مثل الشهر الماضي',
};
