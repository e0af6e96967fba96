import { agreeing, counted, payment, receipt } from '#contract/arabic/nouns.ts';
import { leading, ltr, own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const printingTexts: Translation<typeof messages> = {
  receipt: 'الإيصال',
  refundReceipt: 'إيصال الاسترداد',
  loading: 'جارٍ تحميل الإيصال',
  printedOnceSent: 'يمكن طباعته بعد إرساله.',
  waiting: 'في انتظار الإرسال. يُكتب ذلك على النسخ، لا على أول إيصال مطبوع.',
  printedBefore: ({ copy }) => `طُبع من قبل: هذه نسخة ${copy}.`,
  notPrinted: ({ count }) =>
    count === 1 ? 'تعذر فتح الإيصال، فلم يُطبع.' : `تعذر فتح ${counted(count, receipt)}، فلم تُطبع.`,
  printNotStored: 'هذه النسخة لم تُحسب: تعذر حفظها على الجهاز. أفرغ بعض المساحة على الجهاز.',
  paper: 'الورق',
  a5: 'A5',
  roll: 'رول 80 مم',
  share: 'مشاركة',
  shareAgain: 'الإيصال جاهز. اضغط مشاركة مرة أخرى.',
  shareReceipt: 'مشاركة الإيصال',
  copyText: 'نسخ النص',
  copied: 'نُسخ نص الإيصال.',
  notCopied: 'لم ينسخه المتصفح. حدّد النص على الإيصال.',
  whatsApp: 'واتساب',
  sendTo: ({ name }) => `إرسال بواتساب إلى ${name}`,
  student: ({ name }) => own(name),
  father: ({ name }) => `والد ${own(name)}`,
  mother: ({ name }) => `والدة ${own(name)}`,
  phoneOf: ({ name, label }) => `${leading(name)}، ${label}`,
  preview: 'معاينة',
  receiptOf: ({ title }) => `إيصال ${own(title)}`,
  cancelledCount: ({ count }) =>
    `${counted(count, { ...payment, one: 'دفعة' })} ${agreeing(count, 'ملغاة', 'ملغاتان', 'ملغاة')}`,
  cancelledBy: ({ by, day, reason }) => `ألغاه ${own(by)} يوم ${ltr(day)}: ${own(reason)}`,
  newer: 'الأحدث',
  older: 'الأقدم',
  account: 'كشف الحساب',
  salarySlip: 'إيصال المرتب',
  monthReport: 'تقرير الشهر',
};
