import { agreeing, copy, counted, countedObject, entry } from '#contract/arabic/nouns.ts';
import { isolated, leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

function waitingDetails({ since, next, answer }: Parameters<typeof messages.waitsForServer>[0]): string {
  const waited = since ? ` منذ ${ltr(since)}` : '';
  const attempt = next ? `، المحاولة ${next.attempt} بعد ${next.seconds} ث` : '';
  return `${waited}${attempt}.${answer ? ` ${answer}` : ''}`;
}

export const syncCenterTexts: Translation<typeof messages> = {
  lostInRestore: ({ backup }) =>
    backup === undefined
      ? 'استُرجع السيرفر من نسخة أقدم. كان هذا الجهاز قد أرسل أيضًا ما يلي، وضاع. كرر منه ما يلزم.'
      : `استُرجع السيرفر من نسخة ${backup}. كان هذا الجهاز قد أرسل بعدها أيضًا ما يلي، وضاع. كرر منه ما يلزم.`,
  lostAt: ({ title, time }) => `${leading(title)} (${time})`,
  lostChecked: 'راجعتها',
  withCount: ({ title, count }) => `${title} (${count})`,
  showMore: ({ count }) =>
    `عرض ${countedObject(count, { ...entry, one: 'عملية' })} ${agreeing(count, 'أخرى', 'أخريين', 'أخرى')}`,
  everythingSent: 'أُرسل كل شيء',
  sentOffline: 'لا يوجد اتصال الآن. ما تحفظه يبقى هنا ويُرسل عند عودته.',
  nothingWaits: 'ليس لك شيء في الانتظار على هذا الجهاز. ما تحفظه بدون اتصال يظهر هنا.',
  pendingOffline: 'لا يوجد اتصال الآن. كل ما يلي محفوظ وسيُرسل تلقائيًا.',
  pendingOnline: 'كل ما يلي محفوظ على هذا الجهاز حتى يصل إلى السيرفر.',
  readingEntries: 'جارٍ قراءة ما ينتظر على هذا الجهاز.',
  sendAll: 'إرسال الكل الآن',
  prepareDevice: 'تجهيز هذا الجهاز للعمل بدون اتصال',
  preparing: 'جارٍ التجهيز',
  prepareOffline: 'هذا يحتاج إلى اتصال.',
  'prepare-idle': 'يحفظ القوائم والاختيارات على هذا الجهاز لاستخدامها بدون اتصال.',
  'prepare-running': 'جارٍ حفظ القوائم والاختيارات على هذا الجهاز.',
  'prepare-ready': 'هذا الجهاز جاهز للعمل بدون اتصال.',
  'prepare-incomplete': 'لم يُقرأ كل شيء. حاول مرة أخرى.',
  wrongMonthTitle: 'أُرسل، لكن في شهر آخر',
  recordedNextMonth: ({ ended }) => `سُجّل في الشهر التالي: ${isolated(ended)} كان قد انتهى.`,
  recordedInMonth: ({ month, ended }) => `سُجّل في ${isolated(month)}: ${isolated(ended)} كان قد انتهى.`,
  waitsForMonth: ({ title }) => `${leading(title)}. لا يوجد شهر جارٍ: ينتظر الشهر القادم.`,
  wrongMonthToast: ({ title, message }) => `${leading(title)}. ${message}`,
  storageKept: 'التخزين على هذا الجهاز آمن.',
  storageNotKept: 'قد يمسح المتصفح ما هو محفوظ هنا إذا امتلأ الجهاز. تثبيت البرنامج يحميه.',
  storageDetails: 'تفاصيل',
  storageUsed: ({ used, available }) => `مستخدم ${used} من ${available}.`,
  enteredBy: ({ name }) => `كتبه ${isolated(name)}. يُرسل باسمك.`,
  enteredByShort: ({ name }) => `كتبه ${isolated(name)}.`,
  setAside: 'مؤجل',
  followsAnother: 'يتبع عملية أخرى مطلوبة منك أولًا.',
  followsTitled: ({ title }) => `يتبع «${isolated(title)}» المطلوبة منك أولًا.`,
  showDependency: 'عرض ما ينتظره',
  sending: 'جارٍ الإرسال',
  onItsWay: 'في الطريق.',
  waitingLong: 'في الانتظار منذ أكثر من ساعة',
  waitsForSignIn: 'سجّل الدخول مرة أخرى ليُرسل.',
  waitsForConnection: (values) => `في انتظار الاتصال${waitingDetails(values)}`,
  waitsForServer: (values) => `في انتظار السيرفر${waitingDetails(values)}`,
  retryNow: 'إعادة المحاولة الآن',
  retryEntry: ({ title }) => `إعادة المحاولة الآن: ${isolated(title)}`,
  editEntry: ({ title }) => `تعديل: ${isolated(title)}`,
  discard: 'استبعاد',
  discardEntry: ({ title }) => `استبعاد: ${isolated(title)}`,
  unreadableEntry: ({ day }) => `عملية يوم ${ltr(day)} لا يقرؤها هذا الإصدار`,
  changeTitle: ({ kind }) => `تعديل ${kind}`,
  changedFields: ({ labels }) => `تعديلات: ${labels.join('، ')}`,
  deleteTitle: ({ kind }) => `حذف ${kind}`,
  amountUnknown: 'المبلغ غير معروف بعد',
  copies: ({ copies }) => counted(copies, copy),
};
