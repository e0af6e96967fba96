import { counted, entry } from '#contract/arabic/nouns.ts';
import type { Translation } from '#contract/messages.ts';
import type { unsentMessages } from './unsent-texts.en.ts';

export const unsentTexts: Translation<typeof unsentMessages> = {
  notSent: ({ parts }) => `لم يُرسل بعد: ${parts}`,
  entries: ({ count }) => counted(count, entry),
  received: ({ amount }) => `مقبوض ${amount}`,
  paidBack: ({ amount }) => `مردود ${amount}`,
  spent: ({ amount }) => `مصروف ${amount}`,
};
