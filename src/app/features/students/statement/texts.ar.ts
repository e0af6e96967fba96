import { ltr } from '#contract/arabic/wording.ts';
import { plural, type Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const studentStatementTexts: Translation<typeof messages> = {
  title: 'حركة الحساب',
  plural: 'حركات الحسابات',
  loading: 'جارٍ تحميل حركة الحساب',
  emptyTitle: 'لا توجد حركات بعد',
  emptyAbout: 'هنا يظهر كل سعر ودفعة واسترداد لهذا الطالب.',
  neverRead: 'حركة هذا الحساب لم تُقرأ هنا من قبل. تظهر عند عودة الاتصال.',
  notSent: ({ count }) =>
    plural(count, {
      one: 'عملية واحدة لهذا الطالب لم تُرسل بعد وليست في هذه الحركة.',
      two: 'عمليتان لهذا الطالب لم تُرسلا بعد وليستا في هذه الحركة.',
      few: '# عمليات لهذا الطالب لم تُرسل بعد وليست في هذه الحركة.',
      other: '# عملية لهذا الطالب لم تُرسل بعد وليست في هذه الحركة.',
    }),
  creditAfter: ({ credit }) => `، ${ltr(credit)} بعدها`,
  creditOf: 'من رصيد',
  usedFor: 'استُخدم لحساب',
  anotherStudent: 'طالب آخر',
  showReversed: ({ count }) => `عرض ما أُلغي (${count})`,
  reversedOn: ({ when }) => `أُلغيت يوم ${when}`,
};
