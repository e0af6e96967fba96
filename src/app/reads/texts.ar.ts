import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const readsTexts: Translation<typeof messages> = {
  recordMissing: 'هذا السجل لم يعد على الجهاز. ارجع إلى القائمة وابحث عنه هناك.',
};
