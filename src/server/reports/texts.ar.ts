import { counted, noun } from '#contract/arabic/nouns.ts';
import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

const close = noun('تقفيل واحد', 'تقفيلان', 'تقفيلات', 'تقفيلًا', 'تقفيل');
const hour = noun('ساعة واحدة', 'ساعتان', 'ساعات', 'ساعة');

export const dailyMailTexts: Translation<typeof messages> = {
  subject: ({ branch, day }) => `يوم ${ltr(day)} في ${isolated(branch)}`,
  greeting: 'أهلًا،',
  about: ({ branch, day }) => `هذا ملخص يوم ${ltr(day)} في ${isolated(branch)}.`,
  income: ({ amount }) => `الدخل: ${isolated(amount)}`,
  paidBack: ({ amount }) => `المُسترد: ${isolated(amount)}`,
  movedByCredit: ({ amount }) => `حركة الرصيد: ${isolated(amount)}`,
  expenses: ({ amount }) => `المصروفات: ${isolated(amount)}`,
  result: ({ amount }) => `الصافي: ${isolated(amount)}`,
  byMethod: 'حسب طريقة الدفع',
  byPerson: 'حسب من حصّل أو دفع',
  byCategory: 'المصروفات حسب البند',
  withoutCategory: 'بلا بند',
  line: ({ name, amount }) => `- ${isolated(name)}: ${isolated(amount)}`,
  inAndOut: ({ received, paidOut }) => `دخل ${isolated(received)}، خرج ${isolated(paidOut)}`,
  drawers: 'تقفيل الأدراج',
  noCloses: 'لم يُقفّل أي درج.',
  closes: ({ closes }) => `${counted(closes, close)}، بلا أي فرق.`,
  differing: ({ closes, differing, difference }) =>
    `${counted(closes, close)}، منها بفرق: ${differing}، ومجموع الفروق ${isolated(difference)}.`,
  difference: ({ name, amount, reason }) =>
    `- ${isolated(name)}: ${isolated(amount)}${reason === '' ? '' : ` (${isolated(reason)})`}`,
  promised: ({ day }) => `وعود الدفع لليوم ${ltr(day)}`,
  nobody: 'لم يعد أحد بالدفع اليوم.',
  promisedLine: ({ name, amount, total }) =>
    amount === ''
      ? `- ${isolated(name)}: عليه ${isolated(total)}`
      : `- ${isolated(name)}: وعد بـ ${isolated(amount)}، وعليه ${isolated(total)}`,
  more: ({ count }) => `- وغيرهم: ${count}`,
  backup: 'أحدث نسخة احتياطية',
  backupAge: ({ hours }) => `عمرها ${counted(hours, hour)}.`,
  backupFresh: 'عمرها أقل من ساعة.',
  noBackup: 'لا توجد.',
  stop: ({ url }) => `تصلك هذه الرسالة لأنك فعّلتها. لإيقافها افتح حسابك وأوقف «الرسالة اليومية»: ${ltr(url)}`,
};
