import { ltr, own } from '#contract/arabic/wording.ts';
import type { CollectionResource } from '#contract/collections.ts';
import { inDigits } from '#contract/digits.ts';

const en = {
  receipt: 'Receipt',
  receiptNotCash: 'Receipt',
  refund: 'Refund',
  paidTo: 'Paid to',
  reason: 'Reason',
  credit: 'Credit',
  keptAsCredit: 'Kept as credit',
  paidBackBy: 'Paid back by',
  receivedBy: 'Received by',
  number: 'Number',
  date: 'Date',
  receivedFrom: 'Received from',
  forWhat: 'For',
  amount: 'Amount',
  total: 'Total',
  inWords: (words: string) => `${words} only`,
  remaining: 'Remains to be paid in all',
  takenBy: 'Taken by',
  paidBy: 'Paid by',
  cash: 'Cash',
  notes: 'Notes',
  signature: 'Signature',
  waiting: 'Waiting to be sent',
  cancelled: 'Cancelled',
  cancelledBecause: ({ by, day, reason }: { by: string; day: string; reason: string }) =>
    `Cancelled by ${own(by)} on ${day}: ${own(reason)}`,
  copy: (count: number) => `Copy ${count}`,
  discounted: ({ list, discount, reason }: { list: string; discount: string; reason: string }) =>
    `List price ${own(list)}, discount${reason && ` (${own(reason)})`} ${own(discount)}`,
  firstPayment: 'first payment',
  installment: 'installment',
  level: (level: string) => `Level ${level}`,
  phone: 'Phone',
  and: ', ',
  kinds: {
    'adult-course': 'Adult course',
    'kids-course': 'Kids course',
    'home-schooling': 'Home schooling',
    'summer-course': 'Summer course',
    nursery: 'Nursery',
    bus: 'Bus',
    'book-payout': 'Book',
  } satisfies Record<CollectionResource, string>,
};

const ar: typeof en = {
  receipt: 'إيصال استلام نقدية',
  receiptNotCash: 'إيصال استلام',
  refund: 'استرداد',
  paidTo: 'دُفع إلى',
  reason: 'السبب',
  credit: 'الرصيد',
  keptAsCredit: 'بقي رصيدًا',
  paidBackBy: 'رده',
  receivedBy: 'المستلم',
  number: 'رقم',
  date: 'التاريخ',
  receivedFrom: 'استلمنا من',
  forWhat: 'وذلك عن',
  amount: 'المبلغ',
  total: 'الإجمالي',
  inWords: (words) => `فقط ${words} لا غير`,
  remaining: 'إجمالي المتبقي',
  takenBy: 'المستلم',
  paidBy: 'طريقة الدفع',
  cash: 'نقدًا',
  notes: 'ملاحظات',
  signature: 'التوقيع',
  waiting: 'في انتظار الإرسال',
  cancelled: 'ملغى',
  cancelledBecause: ({ by, day, reason }) => `ألغاه ${own(by)} يوم ${ltr(day)}: ${own(reason)}`,
  copy: (count) => `نسخة ${inDigits(count)}`,
  discounted: ({ list, discount, reason }) =>
    `سعر القائمة ${own(list)}، خصم${reason && ` (${own(reason)})`} ${own(discount)}`,
  firstPayment: 'دفعة أولى',
  installment: 'قسط',
  level: (level) => `المستوى ${inDigits(level)}`,
  phone: 'ت',
  and: '، ',
  kinds: {
    'adult-course': 'كورس كبار',
    'kids-course': 'كورس أطفال',
    'home-schooling': 'تعليم منزلي',
    'summer-course': 'كورس صيفي',
    nursery: 'حضانة',
    bus: 'باص',
    'book-payout': 'كتاب',
  },
};

/** Both languages stand on paper, in any language of the screens. */
export const paperMessages = { en, ar } as const;

export type PaperLanguage = keyof typeof paperMessages;
