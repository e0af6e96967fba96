import { counted } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const payoutsTexts: Translation<typeof messages> = {
  inStock: ({ stock }) => `${counted(Number(stock), 'نسخة واحدة', 'نسختان', 'نسخ', 'نسخة')} في المخزن`,
  paidForMore: 'دُفع ثمن نسخ أكثر من قبل، فلا يقل العدد عنها.',
  remaining: 'المتبقي',
};
