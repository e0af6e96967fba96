import { ltr, own } from '#contract/arabic/wording.ts';
import type { CollectionResource } from '#contract/collections.ts';

/** Lists the texts of a receipt. Both languages stand on paper, whatever the language of the screens. */
interface PaperMessages {
  readonly receipt: string;
  readonly number: string;
  readonly date: string;
  readonly receivedFrom: string;
  readonly forWhat: string;
  readonly amount: string;
  readonly total: string;
  readonly inWords: (words: string) => string;
  readonly remaining: string;
  readonly takenBy: string;
  readonly waiting: string;
  readonly cancelled: string;
  readonly cancelledBecause: (values: { by: string; day: string; reason: string }) => string;
  readonly copy: (count: number) => string;
  readonly firstPayment: string;
  readonly installment: string;
  readonly level: (level: string) => string;
  readonly phone: string;
  readonly and: string;
  readonly kinds: Readonly<Record<CollectionResource, string>>;
}

export type PaperLanguage = 'ar' | 'en';

export const paperMessages: Readonly<Record<PaperLanguage, PaperMessages>> = {
  en: {
    receipt: 'Receipt',
    number: 'Number',
    date: 'Date',
    receivedFrom: 'Received from',
    forWhat: 'For',
    amount: 'Amount',
    total: 'Total',
    inWords: (words) => `${words} only`,
    remaining: 'Remains to be paid in all',
    takenBy: 'Taken by',
    waiting: 'Waiting to be sent',
    cancelled: 'Cancelled',
    cancelledBecause: ({ by, day, reason }) => `Cancelled by ${own(by)} on ${day}: ${own(reason)}`,
    copy: (count) => `Copy ${count}`,
    firstPayment: 'first payment',
    installment: 'installment',
    level: (level) => `Level ${level}`,
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
    },
  },
  ar: {
    receipt: 'إيصال استلام نقدية',
    number: 'رقم',
    date: 'التاريخ',
    receivedFrom: 'استلمنا من',
    forWhat: 'وذلك عن',
    amount: 'المبلغ',
    total: 'الإجمالي',
    inWords: (words) => `فقط ${words} لا غير`,
    remaining: 'إجمالي المتبقي',
    takenBy: 'المستلم',
    waiting: 'في انتظار الإرسال',
    cancelled: 'ملغى',
    cancelledBecause: ({ by, day, reason }) => `ألغاه ${own(by)} يوم ${ltr(day)}: ${own(reason)}`,
    copy: (count) => `نسخة ${count}`,
    firstPayment: 'دفعة أولى',
    installment: 'قسط',
    level: (level) => `المستوى ${level}`,
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
  },
};
