import { own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const callsTexts: Translation<typeof messages> = {
  needsConnection: 'هذا يحتاج اتصالًا بالسيرفر. حاول مرة أخرى حين يعود.',
  stillRunning: 'السيرفر ما زال يعمل عليه. حاول مرة أخرى بعد لحظة.',
  changedMeanwhile: 'غيّره شخص في هذه الأثناء.',
  asking: ({ title }) => `لا يُعرف بعد هل تم هذا: ${own(title)}. يُسأل السيرفر حين يعود الاتصال.`,
  running: ({ title }) => `السيرفر ما زال يعمل على هذا: ${own(title)}.`,
  notDone: ({ title }) => `لم يتم هذا: ${own(title)}. السيرفر لا يعرف عنه شيئًا.`,
  untold: ({ title }) => `لا يعرف هذا السيرفر هل تم هذا: ${own(title)}. انظر قبل أن تكرره.`,
  refused: ({ title, reason }) => `لم يتم هذا: ${own(title)}. ${reason}`,
  doNow: 'نفّذه الآن',
  openScreen: 'فتح',
  leave: 'اتركه',
  otherDone: 'ضغطة سابقة لك وصلت ونُفّذت. انظر فيما هو موجود، ثم اضغط مرة أخرى لما غيّرته.',
  earlierDone: ({ text }) => `ما أرسلته قبلها وصل: ${own(text)} انظر فيه، ثم اضغط مرة أخرى لما غيّرته.`,
};
