import { agreeing, counted, payment, result } from '#contract/arabic/nouns.ts';
import { genitive, isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const fieldsTexts: Translation<typeof messages> = {
  optional: '(اختياري)',
  currency: 'ج.م',
  stillOwed: 'عليه متبقٍّ',
  choose: 'اختر…',
  invalidDay: `اكتب تاريخًا مثل ${ltr('30/11/2026')}`,
  pickDate: 'اختر تاريخًا',
  pickDateOf: ({ label }) => `اختر تاريخًا: ${label}`,
  changeDateOf: ({ label }) => `تغيير التاريخ: ${label}`,
  pickDayOf: ({ label }) => `${label}: اختر يومًا`,
  parts: ({ count, last }) => `${counted(count, payment)}، آخرها ${ltr(last)}`,
  partDay: ({ number }) => `يوم الدفعة ${number}`,
  partAmount: ({ number }) => `مبلغ الدفعة ${number}`,
  removePart: ({ number }) => `حذف الدفعة ${number}`,
  addPart: 'إضافة دفعة',
  photo: 'صورة',
  takePhoto: 'إضافة صورة',
  otherPhoto: 'صورة أخرى',
  removePhoto: 'حذف الصورة',
  largePhoto: 'تكبير الصورة',
  smallPhoto: 'تصغير الصورة',
  photoUnread: 'هذا الجهاز لا يقرأ هذا الملف كصورة. اختر صورة أخرى.',
  photoNotHere: 'الصورة على السيرفر، وتظهر عند الاتصال.',
  search: ({ things }) => `بحث في ${genitive(things)}`,
  nothingKept: ({ things }) =>
    `لا شيء محفوظ على هذا الجهاز من ${genitive(things)}، ولا يوجد اتصال. قد تكون موجودة على السيرفر.`,
  noOptions: 'لا توجد نتائج.',
  pendingNotOffered: 'ما لم يُرسل بعد يمكن اختياره بعد إرساله.',
  create: ({ verb, thing }) => `${verb} ${thing}`,
  moreOptions: ({ count }) =>
    `توجد ${counted(count, result)} ${agreeing(count, 'أخرى', 'أخريان', 'أخرى')}. اكتب لتضييق البحث.`,
  loading: 'جارٍ التحميل…',
  loadError: ({ error }) => `خطأ: ${error}`,
  offlineOptions: ({ offered, count, things }) =>
    `بدون اتصال: يظهر فقط ${offered} من ${count.toLocaleString('en')} محفوظة على هذا الجهاز (${things}).`,
  searching: 'جارٍ البحث…',
  serverSearchHint: ({ count, things }) =>
    `اكتب اسمًا أو كودًا أو رقمًا: السيرفر يبحث في الكل، ${count.toLocaleString('en')} (${things}).`,
  remaining: ({ amount }) => `يتبقى ${amount}`,
  fullyPaid: 'مدفوع بالكامل',
  inStock: ({ count }) => `${count} في المخزن`,
  receipt: ({ number }) => `إيصال ${isolated(number)}`,
};
