import { counted, countedObject, salary } from '#contract/arabic/nouns.ts';
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
  about: 'كل من يعمل هنا أو عمل هذا الشهر، والباقي من مرتب هذا الشهر.',
  all: 'الكل معًا',
  toPay: 'للصرف',
  pay: ({ count, total }) => (count === 0 ? 'صرف' : `صرف ${countedObject(count, salary)} · ${total}`),
  isPaid: 'صُرف بالكامل لهذا الشهر',
  needsYou: 'مطلوب منك: المزامنة توضح السبب',
  nothingLeft: 'لم يبق شيء للصرف: خُصم المرتب كله',
  unknown: 'ما هو مفتوح لهذا الموظف ليس على هذا الجهاز. اتصل مرة واحدة، ويبقى عليه.',
  needsServer: 'الموظفون ليسوا على هذا الجهاز. اتصل مرة واحدة، ويبقون عليه.',
  nobodyTitle: 'لا يوجد موظفون بعد',
  nobody: 'أضف الموظفين أولًا، ثم تُصرف مرتباتهم هنا.',
  paid: ({ count }) => `تم الصرف: ${counted(count, salary)}.`,
  waiting: ({ count }) => `في انتظار الإرسال: ${counted(count, salary)}.`,
  refused: ({ count }) => `رُفض: ${counted(count, salary)}. المزامنة توضح السبب.`,
};
