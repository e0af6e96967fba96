import { agreeing, counted, record } from '#contract/arabic/nouns.ts';
import { isolated, leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const studentMergeTexts: Translation<typeof messages> = {
  open: 'دمج مع سجل مكرر',
  title: 'دمج طالبين',
  about: 'تجتمع اشتراكات ودفعات وكتب الاثنين في صفحة واحدة. السجل الآخر يُزال.',
  other: 'السجل المكرر لهذا الطالب',
  staysLegend: 'أي سجل يبقى؟',
  stays: ({ code, name }) => `${leading(code)}، ${isolated(name)}`,
  fieldsLegend: 'أي بيانات تبقى؟',
  nothingDiffers: 'باقي البيانات متطابقة.',
  empty: 'فارغ',
  undoHint: 'يمكن التراجع ما دام لم يُسجّل شيء جديد لهذا الطالب.',
  submit: 'دمج الطالبين',
  merging: 'جارٍ الدمج…',
  needsConnection: 'بدون اتصال. دمج الطلاب يحتاج اتصالًا.',
  merged: ({ name, count }) =>
    `تم الدمج: ${isolated(name)}. ${agreeing(count, 'نُقل', 'نُقل', 'نُقلت')} ${counted(count, record)}.`,
  mergedWith: ({ name, code }) => `دُمج مع ${isolated(name)} (${ltr(code)})`,
  byOn: ({ by, day }) => `بواسطة ${isolated(by)} يوم ${ltr(day)}`,
  undo: 'التراجع عن الدمج',
  undone: ({ name }) => `تم التراجع عن الدمج: عاد ${isolated(name)}.`,
  mergedInto: ({ name }) => `دُمج هذا السجل في ${isolated(name)}.`,
  openStudent: ({ name }) => `فتح ${isolated(name)}`,
};
