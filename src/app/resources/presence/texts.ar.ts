import { counted, countedObject, person } from '#contract/arabic/nouns.ts';
import { leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const presenceTexts: Translation<typeof messages> = {
  leaves: 'ترك المكان',
  leavesTitle: ({ name }) => `${leading(name)} ترك المكان`,
  leaveTitle: ({ count }) => `ترك المكان: ${counted(count, person)}`,
  leavesAbout: 'من هذا اليوم لا يظهر في القوائم المختصرة والتجديدات. تبقى سجلاته وما عليه.',
  fromDay: 'من يوم',
  hasLeft: ({ name, day }) => `${leading(name)} يترك المكان في ${ltr(day)}.`,
  haveLeft: ({ count, day }) => `${counted(count, person)} من تاركي المكان في ${ltr(day)}.`,
  isBack: 'رجع',
  cameBack: ({ name }) => `${leading(name)} رجع.`,
  refused: ({ count }) =>
    count === 1
      ? 'رفض السيرفر هذا. المزامنة توضح السبب.'
      : `رفض السيرفر ${countedObject(count, person)}. المزامنة توضح السبب.`,
  enrolsAgain: 'الاشتراك الجديد يعني أنه رجع.',
  lastPay: 'هذا يُدفع بعد أن ترك المكان.',
};
