import type { Translation } from '#contract/messages.ts';
import type { messages } from './password-texts.en.ts';

export const passwordTexts: Translation<typeof messages> = {
  hidePassword: 'إخفاء كلمة المرور',
  showPassword: 'إظهار كلمة المرور',
};
