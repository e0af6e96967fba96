import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const callsTexts: Translation<typeof messages> = {
  needsConnection: 'هذا يحتاج اتصالًا بالسيرفر. حاول مرة أخرى حين يعود.',
  stillRunning: 'السيرفر ما زال يعمل عليه. حاول مرة أخرى بعد لحظة.',
  earlierDone: 'ضغطة سابقة لك وصلت ونُفّذت. انظر فيما هو موجود، ثم اضغط مرة أخرى لما غيّرته.',
};
