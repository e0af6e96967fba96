import type { Translation } from '#contract/messages.ts';
import type { approvalMessages } from './approval-texts.en.ts';

export const approvalTexts: Translation<typeof approvalMessages> = {
  title: 'موافقة المدير',
  howTo: 'يمكن لمدير أن يوافق هنا، هذه المرة فقط. السجل يذكر اسميكما.',
  email: 'بريد المدير',
  password: 'كلمة مرور المدير',
  approve: 'موافقة',
  needsConnection: 'الموافقة تحتاج اتصالًا. لا شيء يُحفظ لوقت لاحق.',
  failed: 'لم تتم الموافقة. حاول مرة أخرى.',
};
