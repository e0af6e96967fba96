import { counted, noun } from '#contract/arabic/nouns.ts';
import { ltr, own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

const close = noun('تقفيل واحد', 'تقفيلان', 'تقفيلات', 'تقفيلًا', 'تقفيل');
const hour = noun('ساعة واحدة', 'ساعتان', 'ساعات', 'ساعة');

export const dailyMailTexts: Translation<typeof messages> = {
  subject: ({ branch, day }) => `يوم ${ltr(day)} في ${own(branch)}`,
  greeting: 'أهلًا،',
  about: ({ branch, day }) => `هذا ملخص يوم ${ltr(day)} في ${own(branch)}.`,
  income: ({ amount }) => `الدخل: ${own(amount)}`,
  paidBack: ({ amount }) => `المُسترد: ${own(amount)}`,
  movedByCredit: ({ amount }) => `حركة الرصيد: ${own(amount)}`,
  expenses: ({ amount }) => `المصروفات: ${own(amount)}`,
  result: ({ amount }) => `الصافي: ${own(amount)}`,
  byMethod: 'حسب طريقة الدفع',
  byPerson: 'حسب من حصّل أو دفع',
  byCategory: 'المصروفات حسب البند',
  withoutCategory: 'بلا بند',
  line: ({ name, amount }) => `- ${own(name)}: ${own(amount)}`,
  inAndOut: ({ received, paidOut }) => `دخل ${own(received)}، خرج ${own(paidOut)}`,
  drawers: 'تقفيل الأدراج',
  noCloses: 'لم يُقفّل أي درج.',
  closes: ({ closes }) => `${counted(closes, close)}، بلا أي فرق.`,
  differing: ({ closes, differing, difference }) =>
    `${counted(closes, close)}، منها بفرق: ${differing}، ومجموع الفروق ${own(difference)}.`,
  difference: ({ name, amount, reason }) =>
    `- ${own(name)}: ${own(amount)}${reason === '' ? '' : ` (${own(reason)})`}`,
  promised: ({ day }) => `وعود الدفع لليوم ${ltr(day)}`,
  nobody: 'لم يعد أحد بالدفع اليوم.',
  promisedLine: ({ name, amount, total }) =>
    amount === ''
      ? `- ${own(name)}: عليه ${own(total)}`
      : `- ${own(name)}: وعد بـ ${own(amount)}، وعليه ${own(total)}`,
  more: ({ count }) => `- وغيرهم: ${count}`,
  backup: 'أحدث نسخة احتياطية',
  backupAge: ({ hours }) => `عمرها ${counted(hours, hour)}.`,
  backupFresh: 'عمرها أقل من ساعة.',
  noBackup: 'لا توجد.',
  stop: ({ url }) => `تصلك هذه الرسالة لأنك فعّلتها. لإيقافها افتح حسابك وأوقف «الرسالة اليومية»: ${ltr(url)}`,
};
