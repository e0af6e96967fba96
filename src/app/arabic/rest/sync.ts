import type { messages as outbox } from '#app/outbox/messages.ts';
import type { messages as leftEntries } from '#app/sync-center/left-entries/messages.ts';
import type { messages as syncCenter } from '#app/sync-center/messages.ts';
import { counted, leading, ltr, own } from '#contract/arabic/wording.ts';
import type { Translations } from '#contract/messages.ts';

const entries = (count: number) => counted(count, 'عملية واحدة', 'عمليتان', 'عمليات', 'عملية');
const unsentEntries = (count: number) =>
  counted(count, 'عملية لم تُرسل', 'عمليتان لم تُرسلا', 'عمليات لم تُرسل', 'عملية لم تُرسل');

/** Holds the Arabic texts of the outbox and the Sync panel. */
export const syncTexts: Translations<{
  readonly outbox: typeof outbox;
  readonly syncCenter: typeof syncCenter;
  readonly leftEntries: typeof leftEntries;
}> = {
  outbox: {
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
    removedUnsent: 'أُزيل. لم يكن قد أُرسل.',
    datedWhenEntered: ({ day }) => `تاريخه ${ltr(day)}، يوم تسجيله.`,
    dayUnknown: 'ساعة هذا الجهاز كانت خطأ عند التسجيل. اختر اليوم.',
    parentNeverRecorded: 'ما تتبعه هذه العملية لم يُسجّل. سجّله من جديد أو استبعدها.',
    paidWithOthers: 'دُفع هذا مع غيره ولم يُرسل بعد. انتظر حتى يُرسل، أو عدّله في لوحة المزامنة.',
    parentRemoved: 'ما تشير إليه هذه العملية أُزيل من الجهاز. اختره من جديد.',
    waitsForSignIn: 'في انتظار تسجيل دخولك.',
    unreadableAnswer: 'وصل رد غير مفهوم. يُرسل من جديد.',
    cannotSend: 'هذا الإصدار من البرنامج لا يرسل هذه العملية.',
    savedBefore:
      'حُفظت هذه الصفحة من قبل بقيم أخرى وأُرسلت. افتح السجل من قائمته لتعديله. لسجل آخر ابدأ صفحة جديدة.',
    alreadySent: 'أُرسل في هذه الأثناء. افتح السجل من جديد لتعديله.',
    hasUnsentDependents: ({ count }) => `تتبعه ${unsentEntries(count)}، فيبقى حتى يُرسل ما يتبعه.`,
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
    approvePayment: 'تسجيل: دفعة',
    approveStudents: 'الطلاب',
    approveReceipt: 'رقم الإيصال',
    approveAmount: 'المبلغ',
    megabytes: ({ amount }) => ltr(`${amount} MB`),
    gigabytes: ({ amount }) => ltr(`${amount} GB`),
  },
  syncCenter: {
    putTogether: 'ضُما إلى عائلة واحدة',
    takenApart: 'لم يعودا عائلة واحدة',
    receiptPrinted: 'طُبع الإيصال',
    familyChanged: 'تغيرت العائلة',
    undoneByRestore: ({ backup }) =>
      backup === undefined
        ? 'استُرجع السيرفر من نسخة أقدم. كان هذا الجهاز قد أرسل أيضًا ما يلي، وضاع. كرر منه ما يلزم.'
        : `استُرجع السيرفر من نسخة ${backup}. كان هذا الجهاز قد أرسل بعدها أيضًا ما يلي، وضاع. كرر منه ما يلزم.`,
    undoneAt: ({ title, time }) => `${own(title)} (${time})`,
    undoneChecked: 'راجعتها',
    withCount: ({ title, count }) => `${title} (${count})`,
    showMore: ({ count }) => `عرض ${count} أخرى`,
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
    recordedNextMonth: ({ ended }) => `سُجّل في الشهر التالي: ${own(ended)} كان قد انتهى.`,
    recordedInMonth: ({ month, ended }) => `سُجّل في ${own(month)}: ${own(ended)} كان قد انتهى.`,
    waitsForMonth: ({ title }) => `${leading(title)}. لا يوجد شهر جارٍ: ينتظر الشهر القادم.`,
    wrongMonthToast: ({ title, message }) => `${leading(title)}. ${message}`,
    storageKept: 'التخزين على هذا الجهاز آمن.',
    storageNotKept: 'قد يمسح المتصفح ما هو محفوظ هنا إذا امتلأ الجهاز. تثبيت البرنامج يحميه.',
    storageDetails: 'تفاصيل',
    storageUsed: ({ used, available }) => `مستخدم ${used} من ${available}.`,
    enteredBy: ({ name }) => `كتبه ${own(name)}. يُرسل باسمك.`,
    enteredByShort: ({ name }) => `كتبه ${own(name)}.`,
    setAside: 'مؤجل',
    followsAnother: 'يتبع عملية أخرى تحتاجك أولًا.',
    followsTitled: ({ title }) => `يتبع «${own(title)}» التي تحتاجك أولًا.`,
    showParent: 'عرض ما ينتظره',
    sending: 'جارٍ الإرسال',
    onItsWay: 'في الطريق.',
    waitingLong: 'في الانتظار منذ أكثر من ساعة',
    waitsForSignIn: 'سجّل الدخول مرة أخرى ليُرسل.',
    waitsForConnection: (values) => `في انتظار الاتصال${waitingDetails(values)}`,
    waitsForServer: (values) => `في انتظار السيرفر${waitingDetails(values)}`,
    retryNow: 'إعادة المحاولة الآن',
    retryEntry: ({ title }) => `إعادة المحاولة الآن: ${own(title)}`,
    editEntry: ({ title }) => `تعديل: ${own(title)}`,
    discard: 'استبعاد',
    discardEntry: ({ title }) => `استبعاد: ${own(title)}`,
    unreadableEntry: ({ day }) => `عملية يوم ${ltr(day)} لا يقرؤها هذا الإصدار`,
    paymentOfDebts: ({ count }) =>
      count === 1 ? 'تحصيل' : `تحصيل ${counted(count, '', 'دينين', 'ديون', 'دينًا', 'دين')}`,
    changeTitle: ({ kind }) => `تعديل ${kind}`,
    changedFields: ({ labels }) => `تعديلات: ${labels.join('، ')}`,
    deleteTitle: ({ kind }) => `حذف ${kind}`,
    amountUnknown: 'المبلغ غير معروف بعد',
    copies: ({ copies }) => counted(Number(copies), 'نسخة واحدة', 'نسختان', 'نسخ', 'نسخة'),
    receipt: ({ number }) => `إيصال ${own(number)}`,
  },
  leftEntries: {
    title: 'ما تركه مستخدمون موقوفون',
    left: ({ count, name }) => `${entries(count)} لـ ${own(name)} في الانتظار على هذا الجهاز.`,
    leftHere: ({ count }) => `${entries(count)} في الانتظار على هذا الجهاز.`,
    whatToDo: 'راجعها ثم أرسلها باسمك أو استبعدها.',
    needsConnection: 'فتحها يحتاج إلى اتصال: المفتاح عند السيرفر.',
    unknownOwners: ({ count }) =>
      `${entries(count)} لمستخدمين آخرين في الانتظار على هذا الجهاز. عند الاتصال يظهر هنا هل يمكنك إرسالها.`,
    lookThrough: 'مراجعة',
    lookThroughOf: ({ name }) => `مراجعة عمليات ${own(name)}`,
    dialogTitle: ({ name }) => `عمليات ${own(name)}`,
    dialogAbout: 'ما ترسله يُسجّل باسمك، والسجل يذكر من كتبه. كل عملية تُسجّل مرة واحدة حتى إن كانت وصلت من قبل.',
    opening: 'جارٍ الفتح',
    userDisabled: 'مستخدم موقوف',
    enteredAt: ({ at }) => `كُتبت ${at}.`,
    mayHaveArrived: 'ربما وصلت من قبل. إرسالها يسجّلها مرة واحدة.',
    wasRefused: ({ answer }) => `رُفضت: ${answer} سواء أرسلتها أم لا، ستحتاجك بعد ذلك.`,
    needsDecision: 'تحتاج قرارك في لوحة المزامنة بعد استلامها.',
    follows: 'تتبع عملية أخرى في هذه القائمة وتُرسل بعدها.',
    cannotBeOpened: 'لا يمكن فتحها بمفتاح السيرفر أو بهذا الإصدار.',
    send: 'إرسال باسمي',
    sendWithOthers: ({ others }) =>
      `إرسال باسمي، مع ${counted(others, 'عملية تتبعها', 'عمليتين تتبعانها', 'عمليات تتبعها', 'عملية تتبعها')}`,
    sendAll: ({ count }) => (count === 1 ? 'إرسالها باسمي' : `إرسال الكل باسمي (${count})`),
    actionOn: ({ action, title }) => `${action}: ${own(title)}`,
    nothingLeft: 'لم يعد لهذا المستخدم شيء في الانتظار هنا.',
    taken: ({ count, name }) => `جارٍ الإرسال باسمك: ${entries(count)} لـ ${own(name)}.`,
    takenElsewhere: 'أُرسلت هذه العمليات أو استُبعدت في نافذة أخرى.',
    failed: 'لم يتم. حاول مرة أخرى.',
  },
};

function waitingDetails({ since, next, answer }: Parameters<typeof syncCenter.waitsForServer>[0]): string {
  const waited = since ? ` منذ ${ltr(since)}` : '';
  const attempt = next ? `، المحاولة ${next.attempt} بعد ${next.seconds} ث` : '';
  return `${waited}${attempt}.${answer ? ` ${answer}` : ''}`;
}
