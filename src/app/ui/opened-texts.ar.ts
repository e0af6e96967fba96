import { counted, entry } from '#contract/arabic/nouns.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './opened-texts.en.ts';

export const uiOpenedTexts: Translation<typeof messages> = {
  notSent: ({ parts }) => `لم يُرسل بعد: ${parts}`,
  entries: ({ count }) => counted(count, entry),
  received: ({ amount }) => `مقبوض ${amount}`,
  paidBack: ({ amount }) => `مردود ${amount}`,
  spent: ({ amount }) => `مصروف ${amount}`,
  approval: {
    title: 'موافقة المدير',
    howTo: 'يمكن لمدير أن يوافق هنا، هذه المرة فقط. السجل يذكر اسميكما.',
    email: 'بريد المدير',
    password: 'كلمة مرور المدير',
    approve: 'موافقة',
    needsConnection: 'الموافقة تحتاج اتصالًا. لا شيء يُحفظ لوقت لاحق.',
    failed: 'لم تتم الموافقة. حاول مرة أخرى.',
  },
};
