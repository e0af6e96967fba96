import { counted, countedObject, receipt, row } from '#contract/arabic/nouns.ts';
import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './opened-texts.en.ts';

export const listOpenedTexts: Translation<typeof messages> = {
  title: ({ things }) => `${things} على ورق`,
  loading: 'جارٍ تحميل القائمة كلها',
  printedOn: 'طُبع في',
  filters: 'فقط',
  search: ({ words }) => `فيها «${isolated(words)}»`,
  rows: ({ count }) => counted(count, row),
  someRows: ({ shown, count }) => `الصفوف: ${shown} فقط من ${count}`,
  someRowsHint: 'القائمة كلها تحتاج اتصالًا بسيرفر يرسلها.',
  tooMany: ({ count, limit }) =>
    `${counted(count, row)} أكثر من أن تُطبع: ${limit} بحد أقصى. استخدم الفلاتر، أو صدّر القائمة إلى ملف.`,
  moreOnPaper: ({ count }) => `على الورق أيضًا: ${counted(count, row)}`,
  selection: 'ما يُعمل بالصفوف المختارة',
  thisPage: 'كل الصفحة',
  chosen: ({ count }) => `المختار: ${counted(count, row)}`,
  mostChosen: ({ limit }) => `${counted(limit, row)} بحد أقصى في المرة`,
  printReceipts: ({ count }) => (count === 0 ? 'طباعة الإيصالات' : `طباعة ${countedObject(count, receipt)}`),
  mostReceipts: ({ limit }) => `${counted(limit, receipt)} بحد أقصى في المرة`,
  markAsLeft: 'ترك المكان',
  printList: 'طباعة القائمة',
  waiting: 'في انتظار الإرسال',
  waitingDelete: 'في انتظار الحذف',
  refused: 'رفضه السيرفر، ليس في الإجمالي',
  reasonHelp: 'إيصاله مطبوع. يبقى رقمه، مشطوبًا، مع هذا السبب.',
  reasonMissing: 'اكتب سبب الحذف: إيصاله مطبوع.',
  rejectedLater: ({ kind, title }) => `لم يُحذف ${kind}: ${isolated(title)}. السبب في المزامنة.`,
  whileDeleting: 'جارٍ الحذف. الإغلاق لا يوقفه: المزامنة تبيّن النتيجة.',
  export: {
    title: 'تصدير هذه القائمة',
    about: 'كل صفوف القائمة بفلاترها وترتيبها الآن، بكل الأعمدة التي تراها.',
    importInstead: 'أو استيراد طلاب من ملف',
    csv: `ملف ${ltr('CSV')}`,
    xlsx: `ملف ${ltr('Excel')}`,
    receiving: ({ size }) => `جارٍ استلام الملف: ${size} حتى الآن.`,
    preparing: 'جارٍ إعداد الملف.',
    saved: ({ name }) => `تم التصدير: ${isolated(name)}.`,
    offline: 'التصدير يحتاج اتصالًا. يبدأ عند عودته.',
  },
};
