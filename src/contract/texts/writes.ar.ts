import { countedObject, debt } from '../arabic/nouns.ts';
import { isolated } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { writeMessages, writeTexts } from './writes.en.ts';

const leavingUnknown = 'راجع هل ترك الطالب الكورس على السيرفر. إن لم يكن فأرسله مرة أخرى.';

export const arabicWriteTexts: Translation<typeof writeTexts> = {
  collection: {
    title: 'تحصيل',
    unknown: 'لا يُعرف إن كانت هذه الدفعات على السيرفر. انظر في أحد الديون. لا ترسلها إلا إن لم تكن هناك.',
  },
  'receipt-print': {
    title: 'طُبع الإيصال',
    refusedTitle: 'لم تُحسب هذه الطباعة',
    refused: 'الورقة خرجت؛ فقط عدد النسخ لا يعرفه الآخرون. استبعد هذا.',
    unknown: 'لا أحد يعرف إن كانت حُسبت. أرسلها مرة أخرى أو استبعدها.',
  },
  family: {
    title: 'تغيرت العائلة',
    refusedTitle: 'لم تتغير العائلة',
    refused: 'لا فلوس في هذا. استبعده، أو أرسله مرة أخرى.',
    unknown: 'لا أحد يعرف إن كان وصل. إرساله مرة أخرى لا يغيّر شيئًا مرتين.',
  },
  withdrawal: {
    title: 'ترك الكورس',
    undoTitle: 'لم يترك الكورس',
    undoRefused: 'حدث شيء بعده، فيبقى الطالب خارج هذا الكورس. سجّل اشتراكًا جديدًا بدلًا من ذلك.',
    unknown: leavingUnknown,
  },
  transfer: { title: 'انتقال إلى كورس آخر', unknown: leavingUnknown },
  'book-return': {
    title: 'إرجاع كتب',
    undoTitle: 'التراجع عن إرجاع كتب',
    undoRefused: 'حدث شيء بعده، فتبقى النسخ مرتجعة. سجّل تسليمًا جديدًا بدلًا من ذلك.',
    unknown: 'راجع هل عادت النسخ على السيرفر. إن لم تعد، فأرسله مرة أخرى.',
  },
};

export const arabicWriteMessages: Translation<typeof writeMessages> = {
  putTogether: 'إضافة أخ أو أخت',
  takenApart: 'إزالة من العائلة',
  movesTo: ({ kind }) => `انتقال إلى ${isolated(kind)}`,
  paidBack: ({ amount }) => `يرجع ${amount}`,
  paymentOfDebts: ({ count }) => (count === 1 ? 'تحصيل' : `تحصيل ${countedObject(count, debt)}`),
  approvePayment: 'تسجيل: دفعة',
  course: 'الكورس',
  keptOfPrice: 'ما يُحتفظ به من السعر',
  goesBack: 'يرجع',
  students: 'الطلاب',
};
