import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const cacheTexts: Translation<typeof messages> = { loginFailed: 'لم يتم الدخول' };
