import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const salariesTexts: Translation<typeof messages> = {
  printSlip: 'طباعة إيصال المرتب',
  salary: 'المرتب',
  deductions: 'الخصومات',
  counted: ({ label, count }) => `${label} (${count})`,
  net: 'الصافي',
  openPay: 'ما لم يُحسب بعد',
  nextSalary: 'المرتب القادم',
  paidNow: 'صُرف الآن',
  rest: 'الباقي من هذا المرتب',
  deductedLater: ({ amount }) => `خصومات بمبلغ ${amount} أكبر من الباقي هنا، وتُخصم من المرتب القادم.`,
  amountHelp: 'كل الباقي أو جزء منه.',
  deductionsUnknown: 'هذا الجهاز لا يعرف الخصومات المفتوحة. السيرفر يحسب المبلغ عند الإرسال.',
  openUnknown: 'هذا الجهاز لا يعرف ما هو مفتوح لهذا الموظف. السيرفر يحسب المبلغ عند الإرسال.',
};
