import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const salariesTexts: Translation<typeof messages> = {
  printSlip: 'طباعة المفردات',
  salary: 'المرتب',
  deductions: 'الخصومات',
  deductionsCount: ({ count }) => `الخصومات (${count})`,
  net: 'الصافي',
  deductionsUnknown: 'هذا الجهاز لا يعرف الخصومات المفتوحة. السيرفر يحسب المبلغ عند الإرسال.',
};
