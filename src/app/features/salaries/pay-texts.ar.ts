import { counted, countedObject, salary } from '#contract/arabic/nouns.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './pay-texts.en.ts';

export const paySalariesTexts: Translation<typeof messages> = {
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
