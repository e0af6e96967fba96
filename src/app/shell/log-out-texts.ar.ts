import { counted } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './log-out-texts.en.ts';

export const logOutTexts: Translation<typeof messages> = {
  logOutFailed: 'لم يتم الخروج. حاول مرة أخرى.',
  logOutKeepingEntries: 'خروج (مع بقاء ما لم يُرسل هنا)',
  logOutStay: 'البقاء',
  logOutUnsavedElsewhere:
    'في نافذة أخرى من Branch Desk صفحة لم تُحفظ. إن خرجت الآن بقي ما كتبته على هذا الجهاز، ويُعرض عليك عند فتحها من جديد.',
  logOutUnsavedHere:
    'في هذه النافذة صفحة لم تُحفظ. إن خرجت الآن بقي ما كتبته على هذا الجهاز، ويُعرض عليك عند فتحها من جديد.',
  logOutUnsavedTitle: 'صفحة لم تُحفظ',
  logOutUnsent: ({ count }) =>
    `${counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل')} لم يصل إلى السيرفر بعد. إن خرجت الآن بقي على هذا الجهاز، ويُرسل عند دخولك التالي هنا. لا يراه غيرك.`,
  logOutUnsentTitle: 'لم يُرسل كل شيء',
  loggingOut: 'جارٍ الخروج',
  oneMoment: 'لحظة…',
  sendingPending: ({ count }) => `جارٍ إرسال ${counted(count, 'عملية واحدة', 'عمليتين', 'عمليات', 'عملية')}…`,
};
