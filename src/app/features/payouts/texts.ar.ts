import { copy, counted } from '#contract/arabic/nouns.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const payoutsTexts: Translation<typeof messages> = {
  inStock: ({ stock }) => `${counted(stock, copy)} في المخزن`,
  paidForMore: 'دُفع ثمن نسخ أكثر من قبل، فلا يقل العدد عنها.',
  remaining: 'المتبقي',
};
