import { own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './delete-texts.en.ts';

export const listDeleteTexts: Translation<typeof messages> = {
  reasonHelp: 'إيصاله مطبوع. يبقى رقمه، مشطوبًا، مع هذا السبب.',
  reasonMissing: 'اكتب سبب الحذف: إيصاله مطبوع.',
  rejectedLater: ({ kind, title }) => `لم يُحذف ${kind}: ${own(title)}. السبب في المزامنة.`,
  whileDeleting: 'جارٍ الحذف. الإغلاق لا يوقفه: المزامنة تبيّن النتيجة.',
};
