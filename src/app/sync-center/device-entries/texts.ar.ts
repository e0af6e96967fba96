import { counted, entry } from '#contract/arabic/nouns.ts';
import { isolated, leading } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const deviceEntriesTexts: Translation<typeof messages> = {
  lostHere: ({ count, time }) =>
    `مسح المتصفح ما كان محفوظًا على هذا الجهاز. ضاع قبل إرساله: ${counted(count, entry)}، وآخر مرة وصل خبرها للسيرفر ${time}. قارن بإيصالاتك وأدخل ما ينقص مرة أخرى.`,
  more: ({ count }) => `وغيرها: ${counted(count, entry)}`,
  title: 'عمليات على الأجهزة',
  about: 'ما ينتظر الإرسال على أجهزة الفرع، وما مسحه متصفح قبل إرساله.',
  lost: 'مُسح قبل إرساله',
  waiting: 'في انتظار الإرسال',
  lostOf: ({ count, name }) => `${leading(name)}: ${counted(count, entry)}`,
  lastHeard: ({ device, time }) => `${leading(device)}، آخر اتصال منه ${time}`,
  unnamed: 'جهاز بلا اسم',
  checkedOf: ({ name }) => `راجعت عمليات ${isolated(name)}`,
};
