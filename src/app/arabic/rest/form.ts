import type { messages as calendar } from '#app/fields/calendar-messages.ts';
import type { messages as exported } from '#app/resources/export/messages.ts';
import type { messages as form } from '#app/resources/form/messages.ts';
import type { messages as listDelete } from '#app/resources/list/delete-messages.ts';
import type { messages as listSheet } from '#app/resources/list/list-sheet-messages.ts';
import type { messages as logOut } from '#app/shell/log-out-messages.ts';
import type { approvalMessages } from '#app/ui/approval-messages.ts';
import { counted, leading, ltr, own } from '#contract/arabic/wording.ts';
import type { Translations } from '#contract/messages.ts';

/** Holds the Arabic texts of forms and of the dialogs beside lists. */
export const formTexts: Translations<{
  readonly calendar: typeof calendar;
  readonly form: typeof form;
  readonly listDelete: typeof listDelete;
  readonly listSheet: typeof listSheet;
  readonly export: typeof exported;
  readonly approval: typeof approvalMessages;
  readonly logOut: typeof logOut;
}> = {
  calendar: {
    loading: 'جارٍ تحميل التقويم',
    missing: `تعذر تحميل التقويم. اكتب اليوم بدلًا منه، مثل ${ltr('30/11/2026')}: لن يضيع شيء من هذه الصفحة. إن لم ينجح مرة أخرى فاحفظ أولًا ثم أعد تحميل الصفحة.`,
    previousMonth: 'الشهر السابق',
    nextMonth: 'الشهر التالي',
    chooseDate: 'اختر تاريخًا',
    chooseDay: 'اختر',
    dayNotAvailable: 'غير متاح:',
    month: 'الشهر',
    year: 'السنة',
  },
  form: {
    nextNumber: 'الرقم التالي',
    openReceipt: 'الإيصال',
    saveAndEnrol: 'حفظ ثم تسجيل اشتراك',
    saveChanges: 'حفظ التعديلات',
    remaining: 'المتبقي',
    tooMuch: ({ amount }) => `زيادة ${amount}`,
    savedRecord: ({ kind, title }) => `تم حفظ ${kind}: ${own(title)}.`,
    savedAmount: ({ kind, amount }) => `تم حفظ ${kind}: ${amount}.`,
    saved: ({ kind }) => `تم حفظ ${kind}.`,
    otherUser: 'سجّل مستخدم آخر الدخول على هذا الجهاز. لم يُحفظ شيء. أعد تحميل الصفحة وسجّل الدخول.',
    refused: 'رفض السيرفر هذا. راجع البيانات ثم حاول مرة أخرى.',
    sentAlready: 'أُرسل من قبل.',
    refusedAfterLeaving: ({ kind, title }) => `رُفض ${kind}: ${own(title)}. السبب في المزامنة.`,
    notStoredAfterLeaving: ({ reason }) => `${reason} ما كتبته محفوظ: افتح الصفحة من جديد.`,
    draftOfNew: ({ time }) => `بدأت هذا ${time} ولم تحفظه.`,
    draftOfChange: ({ time }) => `بدأت هذا التعديل ${time} ولم تحفظه.`,
    resumedNew: ({ time }) => `هذا ما بدأته ${time}. لم يُحفظ بعد.`,
    resumedChange: ({ time }) => `هذه تعديلاتك ${time} على السجل كما كان وقتها. لم تُحفظ بعد.`,
    continueDraft: 'إكمال',
    startAnew: 'البدء من جديد',
    leaveWhileSendingTitle: 'جارٍ الإرسال',
    leaveWhileSendingText: 'لن يضيع شيء إن غادرت. المزامنة تبيّن النتيجة.',
    leaveWhileSendingConfirm: 'جارٍ الإرسال. لن يضيع شيء إن غادرت. المزامنة تبيّن النتيجة.',
    waitHere: 'انتظار',
    leaveTitle: 'الخروج بدون حفظ؟',
    leaveText: 'ما كتبته هنا لم يُحفظ وسيضيع.',
    leaveConfirm: 'الخروج بدون حفظ؟ ما كتبته هنا لم يُحفظ وسيضيع.',
    leave: 'خروج',
    keepEditing: 'متابعة التعديل',
    thisStudent: 'هذا الطالب',
    alreadyPaid: 'دفع بالفعل',
    paidAgo: ({ minutes, time }) =>
      minutes === 0
        ? `الآن، الساعة ${ltr(time)}`
        : `منذ ${counted(minutes, 'دقيقة', 'دقيقتين', 'دقائق', 'دقيقة')}، الساعة ${ltr(time)}`,
    receipt: 'إيصال',
    duplicatePending: 'ينتظر الإرسال على هذا الجهاز.',
    duplicateRejected: 'رُفض، وهو في لوحة المزامنة: صحّحه هناك.',
    confirmDuplicate: ({ submitLabel }) => `إن كانت دفعة أخرى فاضغط ${submitLabel} مرة أخرى.`,
    alreadyUsedFor: ({ receipt }) => `الإيصال ${own(receipt)} مستخدم من قبل لـ`,
    onDay: ({ day }) => `يوم ${ltr(day)}`,
    keepDuplicate: 'اتركه فقط إن كان نفس الإيصال الورقي.',
    computedOffline: 'بدون اتصال، فهذا حساب الجهاز وقد يكون قديمًا. الكلمة الأخيرة للسيرفر عند الإرسال.',
    computedOfflineFrom: ({ age }) =>
      `بدون اتصال، فهذا محسوب مما كان على الجهاز ${age} وقد يكون قديمًا. الكلمة الأخيرة للسيرفر عند الإرسال.`,
    endedMonth: ({ month }) => `${leading(month)} انتهى، فما دُفع فيه نهائي. سجّل ما يُدفع الآن كقسط.`,
    endedMonthFinal: ({ month }) => `${leading(month)} انتهى فمبالغه نهائية.`,
    undoToCorrect: 'لتصحيحها تراجع عن إنهاء الشهر في سجل الشهور.',
    askToUndo: 'لتصحيحها اطلب من مدير التراجع عن إنهاء الشهر.',
    openWorkHistory: 'فتح سجل الشهور',
    itsMonth: 'شهره',
    settled: ({ kind, settler }) =>
      `هذا ال${kind} محسوب في ال${settler}، فيبقى كما هو. سوِّ الفرق مع ال${settler} القادم.`,
    openSettler: ({ settler }) => `فتح ال${settler}`,
    updatedJustNow: 'تحدّث الآن',
    fieldsUpdated: ({ labels }) => `تحدّث من جهاز آخر: ${labels.join('، ')}.`,
    fieldsChangedElsewhere: ({ labels }) =>
      `تغيّر في هذه الأثناء: ${labels.join('، ')}. اختر القيمة التي تبقى.`,
    changedElsewhere: ({ label }) => `${label}: تغيّر في هذه الأثناء`,
    changedMeanwhileTo: 'تغيّر في هذه الأثناء إلى',
    chooseValue: 'اختر القيمة التي تبقى.',
    takeNewValue: 'خذ هذه القيمة',
    keepTypedValue: 'أبقِ ما كتبته',
    history: 'السجل',
    historyLoading: 'جارٍ تحميل السجل',
    historyOffline: 'السجل يحتاج اتصالًا.',
    historyEmpty: 'لا شيء مسجل عنه.',
    actionCreated: 'سُجّل',
    actionChanged: 'عُدّل',
    actionDeleted: 'حُذف',
    actionEnded: 'انتهى',
    actionReopened: 'أُعيد فتحه',
    by: 'بواسطة',
    enteredBy: '، كتبه',
    approvedBy: '، وافق عليه',
    nothing: 'لا شيء',
    became: 'أصبح',
    sameName: 'يوجد طالب بهذا الاسم:',
    samePhone: 'هذا الرقم مستخدم من قبل:',
    openExisting: ({ name }) => `فتح ${own(name)}`,
    chooseExisting: ({ name }) => `اختيار ${own(name)}`,
    anotherPerson: 'شخص آخر',
    paidInFull: 'مدفوع بالكامل',
  },
  listSheet: {
    title: ({ things }) => `${things} على ورق`,
    loading: 'جارٍ تحميل القائمة كلها',
    printedOn: 'طُبع في',
    filters: 'فقط',
    search: ({ words }) => `فيها «${own(words)}»`,
    rows: ({ count }) => counted(count, 'صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف'),
    someRows: ({ shown, count }) => `${shown} من ${count} صف فقط`,
    someRowsHint: 'القائمة كلها تحتاج اتصالًا بسيرفر يرسلها.',
    tooMany: ({ count, most }) =>
      `${count} صف أكثر من أن يُطبع: ${most} بحد أقصى. استخدم الفلاتر، أو صدّر القائمة إلى ملف.`,
    moreOnPaper: ({ count }) => `على الورق أيضًا: ${counted(count, 'صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف')}`,
    waiting: 'في انتظار الإرسال',
    waitingDelete: 'في انتظار الحذف',
    refused: 'رفضه السيرفر، ليس في الإجمالي',
  },
  listDelete: {
    reasonHelp: 'إيصاله مطبوع. يبقى رقمه، مشطوبًا، مع هذا السبب.',
    reasonMissing: 'اكتب سبب الحذف: إيصاله مطبوع.',
    rejectedLater: ({ kind, title }) => `لم يُحذف ${kind}: ${own(title)}. السبب في المزامنة.`,
    whileDeleting: 'جارٍ الحذف. الإغلاق لا يوقفه: المزامنة تبيّن النتيجة.',
  },
  export: {
    title: 'تصدير هذه القائمة',
    about: 'كل صفوف القائمة بفلاترها وترتيبها الآن، بكل الأعمدة التي تراها.',
    importInstead: 'أو استيراد طلاب من ملف',
    csv: `ملف ${ltr('CSV')}`,
    xlsx: `ملف ${ltr('Excel')}`,
    receiving: ({ size }) => `جارٍ استلام الملف: ${ltr(size)} حتى الآن.`,
    preparing: 'جارٍ إعداد الملف.',
    saved: ({ name }) => `تم التصدير: ${own(name)}.`,
    offline: 'التصدير يحتاج اتصالًا. يبدأ عند عودته.',
  },
  approval: {
    title: 'موافقة المدير',
    howTo: 'يمكن لمدير أن يوافق هنا، هذه المرة فقط. السجل يذكر اسميكما.',
    email: 'بريد المدير',
    password: 'كلمة مرور المدير',
    approve: 'موافقة',
    needsConnection: 'الموافقة تحتاج اتصالًا. لا شيء يُحفظ لوقت لاحق.',
    failed: 'لم تتم الموافقة. حاول مرة أخرى.',
  },
  logOut: {
    logOutFailed: 'لم يتم الخروج. حاول مرة أخرى.',
    logOutKeepingEntries: 'خروج (مع بقاء ما لم يُرسل هنا)',
    logOutStay: 'البقاء',
    logOutUnsavedElsewhere:
      'في نافذة أخرى من Branch Desk صفحة لم تُحفظ. إن خرجت الآن بقي ما كتبته على هذا الجهاز، ويُعرض عليك عند فتحها من جديد.',
    logOutUnsavedHere:
      'في هذه النافذة صفحة لم تُحفظ. إن خرجت الآن بقي ما كتبته على هذا الجهاز، ويُعرض عليك عند فتحها من جديد.',
    logOutUnsavedTitle: 'صفحة لم تُحفظ',
    logOutUnsent: ({ count }) =>
      `${counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل')} لم يصل إلى السيرفر بعد. إن خرجت الآن بقي على هذا الجهاز، ويُرسل عند دخولك التالي هنا. لا يراه غيرك.`,
    logOutUnsentTitle: 'لم يُرسل كل شيء',
    loggingOut: 'جارٍ الخروج',
    oneMoment: 'لحظة…',
    sendingPending: ({ count }) =>
      `جارٍ إرسال ${counted(count, 'عملية واحدة', 'عمليتين', 'عمليات', 'عملية')}…`,
  },
};
