import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const studentTransferTexts: Translation<typeof messages> = {
  open: 'نقل إلى فرع آخر',
  about: 'يصبح للطالب سجل في الفرع الآخر. وهنا يُحسب تاركًا من اليوم.',
  goes: 'ينتقل معه',
  goesText: 'الاسم وتاريخ الميلاد والوالدان والتليفونات والعنوان.',
  stays: 'يبقى هنا',
  staysText: 'الاشتراكات والدفعات والديون والرصيد.',
  owed: 'عليه هنا',
  credit: 'رصيده هنا',
  branch: 'الفرع',
  chooseBranch: 'اختر فرعًا',
  unsent: 'تعديل على هذا الطالب لم يُرسل بعد. الفرع الآخر يأخذ البيانات كما يعرفها السيرفر الآن.',
  submit: 'نقل',
  needsConnection: 'بدون اتصال. نقل الطلاب يحتاج اتصالًا.',
  notDone: 'لم يُنقل الطالب. حاول مرة أخرى.',
  to: ({ branch, day, code }) => `نُقل إلى ${isolated(branch)} يوم ${ltr(day)}، وكوده هناك ${ltr(code)}.`,
  toBy: ({ branch, day, code, by }) =>
    `نُقل إلى ${isolated(branch)} يوم ${ltr(day)} بواسطة ${isolated(by)}، وكوده هناك ${ltr(code)}.`,
  from: ({ branch, day, code }) => `جاء من ${isolated(branch)} يوم ${ltr(day)}، وكوده هناك ${ltr(code)}.`,
  owedHere: ({ amount }) => `كان عليه هنا ${amount}.`,
  owedThere: ({ amount }) => `كان عليه هناك ${amount}.`,
  creditHere: ({ amount }) => `كان رصيده هنا ${amount}.`,
  creditThere: ({ amount }) => `كان رصيده هناك ${amount}.`,
  list: 'التنقل بين الفروع',
  unread: 'لم يُعرف هل نُقل الطالب.',
};
