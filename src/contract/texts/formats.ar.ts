import { counted, month } from '../arabic/nouns.ts';
import { isolated, ltr } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { formats } from './formats.en.ts';

export const arabicFormats: Translation<typeof formats> = {
  // The number first in any sentence, and nothing between both, not even the end of a line.
  amount: ({ amount }) => `\u2067${ltr(amount)}\u00a0ج.م\u2069`,
  level: ({ level }) => `المستوى ${level}`,
  months: ({ count }) => counted(count, month),
  receipt: ({ receipt }) => `إيصال ${isolated(receipt)}`,
};
