import type { messages as api } from '#app/api/messages.ts';
import type { messages as cache } from '#app/cache/messages.ts';
import type { messages as signIn } from '#app/features/sign-in/messages.ts';
import type { messages as app } from '#app/lib/messages.ts';
import type { messages as start } from '#app/shell/start-messages.ts';
import type { messages as ui } from '#app/ui/messages.ts';
import type { messages as password } from '#app/ui/password-messages.ts';
import { counted, ltr, own } from '#contract/arabic/wording.ts';
import type { Translations } from '#contract/messages.ts';

/** Holds the Arabic texts of sign-in and of what every screen shares. */
export const signInTexts: Translations<{
  readonly start: typeof start;
  readonly signIn: typeof signIn;
  readonly password: typeof password;
  readonly app: typeof app;
  readonly ui: typeof ui;
  readonly api: typeof api;
  readonly cache: typeof cache;
}> = {
  start: {
    loading: 'جارٍ تحميل Branch Desk',
    unsavedElsewhere: 'في نافذة أخرى من Branch Desk تعديلات لم تُحفظ. أكملها هناك ثم حدّث.',
    update: 'تحديث',
    updateLater: 'لاحقًا',
    updateNow: 'حدّث الآن',
    updateReady: 'يوجد إصدار جديد',
  },
  signIn: {
    addressConfirmed: 'تم تأكيد بريدك الجديد. سجّل الدخول به.',
    askManager:
      'اسأل مديرك أو المسؤول عن سيرفر Branch Desk. يمكنه وضع كلمة مرور جديدة لبريدك في دقيقة، ثم تسجّل الدخول بها هنا.',
    backToSignIn: 'العودة لتسجيل الدخول',
    confirmEmail: 'تأكيد البريد',
    confirmEmailIntroduction: 'بعدها تسجّل الدخول بالبريد الذي وصل إليه هذا الرابط.',
    confirmEmailNeedsConnection: 'التأكيد يحتاج اتصالًا. تأكد من الشبكة ثم حاول مرة أخرى.',
    confirmEmailNoLink: 'افتح الرابط المرسل إلى بريدك الجديد. يعمل مرة واحدة لمدة 30 دقيقة.',
    confirmEmailTitle: 'تأكيد بريدك الجديد',
    confirming: 'جارٍ التأكيد',
    email: 'البريد الإلكتروني',
    entriesKept: 'ما حفظته على هذا الجهاز موجود، ويُرسل بعد تسجيل الدخول.',
    forAdministrator: 'للمسؤول عن السيرفر',
    forgottenLink: 'نسيت كلمة المرور؟',
    forgottenTitle: 'نسيت كلمة المرور',
    introduction: 'سجّل الدخول إلى فرعك.',
    linkIntroduction: 'اكتب البريد الذي تسجّل الدخول به. الرابط يتيح لك اختيار كلمة مرور جديدة.',
    linkSent: 'إن كان هذا البريد مسجلًا فالرابط في الطريق إليه.',
    loggingIn: 'جارٍ الدخول',
    login: 'دخول',
    loginFailed: 'لم يتم الدخول',
    needsHttps: `Branch Desk يحتاج ${ltr('https')}: افتح العنوان وفي أوله ${ltr('https://')}.`,
    newPassword: 'كلمة المرور الجديدة',
    newPasswordAgain: 'كلمة المرور الجديدة مرة أخرى',
    noLinkReceived: 'لم يصلك شيء؟ يمكن لمديرك وضع كلمة مرور جديدة.',
    password: 'كلمة المرور',
    passwordSet: 'تم حفظ كلمة المرور الجديدة. سجّل الدخول بها.',
    passwordsDiffer: 'كلمتا المرور غير متطابقتين',
    pendingOnDevice: ({ count }) =>
      `${counted(count, 'عملية واحدة لم تُرسل', 'عمليتان لم تُرسلا', 'عمليات لم تُرسل', 'عملية لم تُرسل')}، محفوظة هنا حتى يسجّل صاحبها الدخول.`,
    requestingLink: 'جارٍ الإرسال',
    requestLink: 'أرسل لي الرابط',
    requestNewLink: 'أرسل لي رابطًا جديدًا',
    resetNeedsConnection: 'تغيير كلمة المرور يحتاج اتصالًا. تأكد من الشبكة ثم حاول مرة أخرى.',
    runOnServer: 'شغّل هذا على السيرفر:',
    saving: 'جارٍ الحفظ',
    setNewPassword: 'حفظ كلمة المرور الجديدة',
    signInNeedsConnection: 'تسجيل الدخول يحتاج اتصالًا. تأكد من الشبكة ثم حاول مرة أخرى.',
    signInTitle: 'تسجيل الدخول',
    welcome: 'أهلًا بعودتك',
  },
  password: { hidePassword: 'إخفاء كلمة المرور', showPassword: 'إظهار كلمة المرور' },
  app: {
    productName: 'Branch Desk',
    documentTitle: ({ title }) => `${title} · Branch Desk`,
    savedOffline: 'تم الحفظ على هذا الجهاز، ويُرسل عند عودة الاتصال.',
    updateInactive: 'لم تبدأ النسخة الجديدة. أغلق كل نوافذ Branch Desk ثم افتحه من جديد.',
    stillSending: 'هناك عملية قيد الإرسال. حدّث بعد لحظة.',
    error: ({ message }) => `خطأ: ${message}`,
    somethingWentWrong: 'حدث خطأ. حاول مرة أخرى.',
    goHome: 'العودة للرئيسية',
    tryAgain: 'حاول مرة أخرى',
    loading: 'جارٍ التحميل',
    edit: 'تعديل',
    delete: 'حذف',
    cancel: 'إلغاء',
    close: 'إغلاق',
    users: 'المستخدمون',
    branchSettings: 'إعدادات الفرع',
    month: 'الشهر',
    price: 'السعر',
    day: 'اليوم',
    yes: 'نعم',
    no: 'لا',
    nothing: 'لا شيء',
    createInstallment: 'تسجيل قسط',
    closeDrawer: 'تقفيل درجي',
    print: 'طباعة',
    takePayment: 'تحصيل',
    done: 'تم',
    reason: 'السبب',
    needsYou: 'يحتاجك',
    waitingToBeSent: 'في انتظار الإرسال',
    asOfToday: ({ time }) => `اليوم ${ltr(time)}`,
    asOfDay: ({ day, time }) => `${ltr(day)} الساعة ${ltr(time)}`,
    unknownDevice: 'جهاز',
    addRecord: ({ verb, singular }) => `${verb} ${singular}`,
    editRecord: ({ singular }) => `تعديل ${singular}`,
  },
  ui: {
    back: 'رجوع',
    becomes: 'يصبح',
    closeNotification: 'إغلاق التنبيه',
    deleteConsequence: ({ thing }) => `لا يمكن التراجع عن هذا. سيُحذف نهائيًا: ${thing}.`,
    deleteTitle: ({ thing }) => `حذف ${thing}`,
    deleting: 'جارٍ الحذف…',
    errorIcon: 'خطأ',
    missingChunkDescription: 'تصل وحدها مع أول اتصال بالسيرفر. ما حفظته موجود.',
    missingChunkTitle: 'هذه الصفحة ليست على الجهاز بعد',
    missingDialog: 'هذا ليس على الجهاز بعد. يصل مع أول اتصال.',
    notPermittedAbout: 'يمكن للمدير أن يفتحها، أو أن يعطيك دورًا يسمح بها.',
    notifications: `التنبيهات (${ltr('Alt+T')})`,
    offline: 'بدون اتصال. هذا ما حُفظ على الجهاز.',
    offlineAsOf: ({ time }) => `بدون اتصال. هذا ما حُفظ على الجهاز ${time}.`,
    pageErrorDescription: 'ما حفظته موجود. حاول مرة أخرى؛ وإن بقي الخطأ فافتح صفحة أخرى.',
    pageErrorFallback: 'حدث خطأ في هذه الصفحة.',
    skipToContent: 'إلى المحتوى',
  },
  api: {
    noConnection: 'لا يوجد اتصال بالسيرفر الآن. حاول بعد لحظة.',
    signInAgain: 'سجّل الدخول مرة أخرى.',
    refused: ({ status }) => `رفض السيرفر هذا (${own(status)}). راجعه ثم حاول مرة أخرى.`,
    tooManyRequests: 'السيرفر مشغول. حاول بعد دقيقة.',
    noAnswer: ({ status }) => `لم يستطع السيرفر الرد (${own(status)}). حاول بعد لحظة.`,
  },
  cache: { loginFailed: 'لم يتم الدخول' },
};
