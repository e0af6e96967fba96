import { isolated } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const apiTexts: Translation<typeof messages> = {
  noConnection: 'لا يوجد اتصال بالسيرفر الآن. حاول بعد لحظة.',
  signInAgain: 'سجّل الدخول مرة أخرى.',
  refused: ({ status }) => `رفض السيرفر هذا (${isolated(status)}). راجعه ثم حاول مرة أخرى.`,
  tooManyRequests: 'السيرفر مشغول. حاول بعد دقيقة.',
  noAnswer: ({ status }) => `لم يستطع السيرفر الرد (${isolated(status)}). حاول بعد لحظة.`,
  loginFailed: 'لم يتم الدخول',
  recordMissing: 'هذا السجل لم يعد على الجهاز. ارجع إلى القائمة وابحث عنه هناك.',
};
