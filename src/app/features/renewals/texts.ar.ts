import { counted, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

const enrolments = (count: number) =>
  counted(count, 'اشتراك واحد', 'اشتراكان', 'اشتراكات', 'اشتراكًا', 'اشتراك');

export const renewalsTexts: Translation<typeof messages> = {
  title: 'التجديدات',
  about: 'اشتراكات تنتهي خلال 14 يومًا، أو انتهت خلال آخر 30 يومًا، ولا يتبعها اشتراك.',
  nothingDue: 'لا يوجد هنا ما يُجدَّد.',
  needsServer: 'تعذرت قراءة القائمة. اتصل مرة واحدة، وتبقى على هذا الجهاز.',
  all: 'الكل معًا',
  endsOn: ({ day }) => `حتى ${ltr(day)}`,
  next: ({ first, price }) => `من ${ltr(first)}، ${price}`,
  renewCount: ({ count }) => (count === 0 ? 'تجديد' : `تجديد ${count}`),
  renewOne: ({ title }) => `تجديد ${title} مع تعديل`,
  noPayment: 'لا يُدفع شيء الآن: كل تجديد دين يُدفع بعد ذلك.',
  renewed: ({ count }) => `تم التجديد: ${enrolments(count)}.`,
  waiting: ({ count }) => `في انتظار الإرسال: ${enrolments(count)}.`,
  refused: ({ count }) => `رُفض: ${enrolments(count)}. المزامنة توضح السبب.`,
};
