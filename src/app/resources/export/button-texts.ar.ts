import type { Translation } from '#contract/messages.ts';
import type { messages } from './button-texts.en.ts';

export const exportButtonTexts: Translation<typeof messages> = { export: 'تصدير', import: 'استيراد' };
