import { agreeing, counted, entry } from '#contract/arabic/nouns.ts';
import { ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const outboxTexts: Translation<typeof messages> = {
  signedOut: 'تم تسجيل خروجك. سجّل الدخول في نافذة أخرى ثم احفظ هنا: لن يضيع شيء من هذه الصفحة.',
  notStored: 'لم يستطع الجهاز تخزينه فلم يُحفظ. وفّر بعض المساحة أو اخرج من التصفح الخاص، ثم احفظ مرة أخرى.',
  sentDirectly: 'هذا الجهاز لا يخزن شيئًا، فأُرسل مباشرة. بدون اتصال لا يمكن الحفظ هنا.',
  directUnknown:
    'هذا الجهاز لا يخزن شيئًا، ولم يصل الرد. اترك الصفحة مفتوحة واحفظ مرة أخرى بدون تغيير: يُسجّل مرة واحدة فقط.',
  directRecordedBefore: 'سُجّل قبل أن تعدّله هنا. ابحث عنه في القائمة وعدّله هناك.',
  upgradeBlocked:
    'لم يُحفظ: نافذة أخرى من Branch Desk بإصدار أقدم تستخدم المحفوظ على هذا الجهاز. أغلقها أو أعد تحميلها ثم احفظ مرة أخرى.',
  nothingToChange: 'لم يتغير شيء: هذا هو المسجّل بالفعل.',
  changedMeanwhile: 'عدّل شخص هذا السجل في هذه الأثناء.',
  removedBeforeSending: 'أُزيل. لم يكن قد أُرسل.',
  datedWhenEntered: ({ day }) => `تاريخه ${ltr(day)}، يوم تسجيله.`,
  dayUnknown: 'ساعة هذا الجهاز كانت خطأ عند التسجيل. اختر اليوم.',
  dependencyNeverRecorded: 'ما تتبعه هذه العملية لم يُسجّل. سجّله من جديد أو استبعدها.',
  paidWithOthers: 'دُفع هذا مع غيره ولم يُرسل بعد. انتظر حتى يُرسل، أو عدّله في لوحة المزامنة.',
  mustBeSentFirst: 'هذا يتبع سجلًا لم يُرسل بعد. انتظر حتى يُرسل، فهذا السيرفر لا يستقبلهما معًا.',
  dependencyRemoved: 'ما تشير إليه هذه العملية أُزيل من الجهاز. اختره من جديد.',
  waitsForSignIn: 'في انتظار تسجيل دخولك.',
  unreadableAnswer: 'وصل رد غير مفهوم. يُرسل من جديد.',
  cannotSend: 'هذا الإصدار من البرنامج لا يرسل هذه العملية.',
  savedBefore:
    'حُفظت هذه الصفحة من قبل بقيم أخرى وأُرسلت. افتح السجل من قائمته لتعديله. لسجل آخر ابدأ صفحة جديدة.',
  alreadySent: 'أُرسل في هذه الأثناء. افتح السجل من جديد لتعديله.',
  hasPendingDependents: ({ count }) =>
    `تتبعه ${counted(count, entry)} ${agreeing(count, 'لم تُرسل', 'لم تُرسلا', 'لم تُرسل')}، فيبقى حتى يُرسل ما يتبعه.`,
  mayHaveArrived: 'ربما وصل هذا إلى السيرفر. يمكن تعديله بعد التأكد من ذلك.',
  beingSent: 'جارٍ إرساله الآن. انتظر الرد.',
  cannotBeChanged: 'لم يعد من الممكن تعديل هذه العملية.',
  notPending: 'هذه العملية لم تعد في الانتظار.',
  overdueOffline: ({ since }) =>
    `في الانتظار منذ ${ltr(since)}، أكثر من ساعة. راجع الواي فاي على هذا الجهاز. إن كانت أجهزة أخرى متصلة فأعد تشغيله، وإلا فأخبر مديرك أن الإنترنت مقطوع. ما ينتظر محفوظ هنا.`,
  overdueOnline: ({ since }) =>
    `في الانتظار منذ ${ltr(since)}، أكثر من ساعة. الإنترنت موجود لكن السيرفر لا يستقبلها. أخبر مديرك ليسأل المسؤول عن السيرفر. ما ينتظر محفوظ هنا.`,
  approvalNeedsConnection: ({ sentence }) => `${sentence} يمكن لمدير أن يوافق هنا عند عودة الاتصال.`,
  noApprovals: 'هذا من صلاحيات المدير. سجّل الدخول كمدير أو اطلبه منه.',
  approvalWaits: 'هذا تابع لشيء لم يُرسل بعد. حاول بعد إرساله.',
  approvalUnknown: 'لم يصل الرد. وافق مرة أخرى: يُنفّذ مرة واحدة فقط.',
  approveWho: 'سجّلها',
  approveCreate: ({ singular }) => `تسجيل: ${singular}`,
  approveChange: ({ singular }) => `تعديل: ${singular}`,
  approveDelete: ({ singular }) => `حذف: ${singular}`,
};
