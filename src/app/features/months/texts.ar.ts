import { own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const monthsTexts: Translation<typeof messages> = {
  printMonth: ({ name }) => `طباعة تقرير ${own(name)}`,
  title: 'سجل الشهور',
  about: 'كل شهور الفرع: ما دخل وما خرج وما يتبقى.',
  aboutWithoutFigures: 'شهور هذا الفرع: متى بدأت ومتى انتهت.',
  createMonth: 'شهر جديد',
  loading: 'جارٍ تحميل الشهور',
  noneYet: 'لا توجد شهور بعد',
  noneYetAbout: 'ابدأ أول شهر: كل دفعة تُحسب في الشهر الجاري وقتها.',
  runningMonth: 'الشهر الجاري',
  spanOnDay: ({ span, day }) => `${span}، اليوم ${day}`,
  reopenedMonths: 'شهور أُعيد فتحها',
  allFigures: 'كل الأرقام',
  running: 'جارٍ',
  ended: 'انتهى',
  table: 'الشهور',
  tableRegion: 'الشهور، يتحرك جانبيًا',
  name: 'الاسم',
  status: 'الحالة',
  startDate: 'بداية',
  endDate: 'نهاية',
  actions: 'إجراءات',
  editMonth: ({ name }) => `تعديل ${own(name)}`,
  editTitle: 'تعديل الشهر',
  save: 'حفظ التعديلات',
  notSaved: 'لم يُحفظ الشهر. حاول مرة أخرى.',
  renamedMeanwhile: ({ name }) => `سمّاه شخص «${own(name)}» في هذه الأثناء. احفظ مرة أخرى لتستخدم اسمك.`,
  deleteMonth: ({ name }) => `حذف ${own(name)}`,
  deleteFailed: 'حدث خطأ. حاول مرة أخرى.',
};
