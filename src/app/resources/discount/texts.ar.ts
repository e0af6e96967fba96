import { isolated, leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const discountTexts: Translation<typeof messages> = {
  discount: 'خصم',
  noDiscount: 'بلا خصم',
  percent: 'النسبة',
  listPriceOf: ({ amount }) => `سعر القائمة ${amount}`,
  siblingEnrolled: ({ reason, percent, name }) =>
    percent
      ? `${leading(reason)} ${ltr(`${percent}%`)}: ${isolated(name)} مشترك حاليًا`
      : `${leading(reason)}: ${isolated(name)} مشترك حاليًا`,
  aboveLimit: ({ percent }) =>
    `يخصم الموظفون حتى ${ltr(`${percent}%`)} من سعر القائمة. هذا يحتاج موافقة المدير.`,
};
