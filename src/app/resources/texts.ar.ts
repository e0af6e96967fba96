import { counted } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const resourcesTexts: Translation<typeof messages> = {
  export: 'تصدير',
  import: 'استيراد',
  recordCount: ({ count, things }) => `العدد: ${count} (${things})`,
  installmentCount: ({ count }) => counted(count, 'قسط واحد', 'قسطان', 'أقساط', 'قسطًا', 'قسط'),
  rowCount: ({ count }) => counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل'),
};
