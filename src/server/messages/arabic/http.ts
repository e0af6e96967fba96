import { ltr, own } from '#contract/arabic/wording.ts';
import type { Translations } from '#contract/messages.ts';
import type { messages as serverBackups } from '#server/messages/backups.ts';
import type { messages as serverHttp } from '#server/messages/http.ts';

const megabytes = (bytes: number) => ltr(`${Math.ceil(bytes / 1_000_000)} MB`);

export const httpTexts: Translations<{
  readonly serverHttp: typeof serverHttp;
  readonly serverBackups: typeof serverBackups;
}> = {
  serverHttp: {
    signInRequired: 'سجّل الدخول للمتابعة.',
    signedOut: 'تم تسجيل الخروج.',
    signedOutThere: ({ device }) => `تم تسجيل الخروج: ${own(device)}.`,
    signedOutElsewhere: 'تم تسجيل الخروج من كل الأجهزة الأخرى.',
    emailConfirmed: ({ email }) => `من الآن تسجّل الدخول بـ ${ltr(email)}.`,
    sessionEnded: 'انتهت جلستك. سجّل الدخول مرة أخرى.',
    wrongCredentials: 'البريد أو كلمة المرور غير صحيحة.',
    tooManyRequests: 'طلبات كثيرة في وقت واحد. انتظر لحظة ثم حاول مرة أخرى.',
    tooManyAttempts: 'محاولات كثيرة. انتظر دقيقة ثم حاول مرة أخرى.',
    tooManyFailures:
      'جُرّبت كلمات مرور خاطئة كثيرة لهذا البريد. حاول بعد ساعة، أو من مكان سبق أن سجّلت الدخول منه.',
    passwordReplaced: 'تم حفظ كلمة المرور الجديدة. سجّل الدخول بها.',
    approvalUnusable: 'هذه الموافقة لم تعد صالحة. اطلبها من المدير مرة أخرى.',
    notApprovable: 'المدير يعمل هذا من جهازه. لا تكفي الموافقة هنا.',
    refusedUnseen: 'رُفض لسبب لا يراه إلا المدير. جرّبه على جهاز مدير.',
    approverMayNot: 'هذا الشخص أيضًا ليست لديه صلاحية لهذا. ارجع إلى المدير.',
    monthDeleted: ({ name }) => `تم حذف الشهر: ${own(name)}.`,
    exportFormatInvalid: `اختر ${ltr('csv')} أو ${ltr('xlsx')}`,
    exportRunning: 'هناك قائمة أخرى قيد التصدير. انتظر وصولها أو ألغها.',
    exportTooLong: ({ rows }) =>
      `الورقة تسع ${ltr(rows.toLocaleString('en'))} صف بحد أقصى. اختر ${ltr('CSV')} أو صفِّ القائمة أولًا.`,
    uploadNotForm: `أرسل الملف بصيغة ${ltr('multipart/form-data')}: الملف في ${ltr('file')} والباقي في ${ltr('options')}.`,
    uploadMissing: 'اختر ملفًا',
    uploadTooLarge: ({ megabytes: size }) => `الملف أكبر من ${ltr(`${size} MB`)}. قسّمه.`,
    uploadOptions: 'الخيارات غير مفهومة.',
    importsBusy: 'ملفات أخرى قيد الاستيراد. حاول بعد لحظة.',
    fileNeither: `هذا ليس ملف ${ltr('CSV')} ولا ${ltr('Excel')}.`,
    fileOldExcel: `هذا ملف ${ltr('Excel')} قديم. احفظه أولًا بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
    fileBroken: `تعذرت قراءة ملف ${ltr('Excel')} هذا. افتحه واحفظه من جديد بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')} ثم اختره.`,
    fileUnpacked: `محتوى هذا الملف أكبر بكثير من حجمه. احفظه بصيغة ${ltr('CSV')} ثم اختره.`,
    fileNoText: ({ row }) => `في الصف ${own(row)} رمز ليس نصًا. احذفه ثم اختر الملف من جديد.`,
    fileColumns: ({ columns }) => `في الملف أكثر من ${ltr(String(columns))} عمود. احذف ما لا تحتاجه.`,
    fileCells: ({ cells }) =>
      `في الملف أكثر من ${ltr(cells.toLocaleString('en'))} خانة. احذف الأعمدة التي لا تحتاجها أو قسّمه.`,
    fileCell: ({ length }) => `في الملف خانة فيها أكثر من ${ltr(length.toLocaleString('en'))} حرف. اختصرها.`,
    fileSlow: `قراءة هذا الملف أخذت وقتًا طويلًا. احفظه بصيغة ${ltr('CSV')} أو قسّمه.`,
    fileQuote: ({ row }) => `علامة تنصيص قرب الصف ${own(row)} لم تُغلق.`,
    fileRows: ({ rows }) => `في الملف أكثر من ${ltr(rows.toLocaleString('en'))} صف. قسّمه.`,
    fileEmpty: 'الملف فارغ.',
    fileNoSuchRow: ({ row }) => `الصف ${own(row)} في الملف فارغ. اختر صفًا آخر للعناوين.`,
    fileHeadingsOnly: 'في الملف عناوين بلا صفوف.',
    fileSameHeadings: ({ heading }) => `عمودان باسم ${own(heading)}. غيّر اسم أحدهما أو احذفه.`,
    requestInvalid: 'هذا الطلب غير مفهوم.',
    keyInvalid: ({ header }) => `${ltr(header)} غير صحيح.`,
    authorInvalid: ({ header }) => `${ltr(header)} يجب أن يكون رقم مستخدم.`,
    ifMatchInvalid: 'أرسل إصدار السجل بين علامتي تنصيص.',
    textNotUtf8: `النص ليس ${ltr('UTF-8')}.`,
    nullCharacter: 'في هذا النص رموز لا يمكن قراءتها',
    bodyNotJson: `المحتوى ليس ${ltr('JSON')}.`,
    mediaTypeInvalid: `أرسل المحتوى بصيغة ${ltr('application/json')}.`,
    bodyTooLarge: 'هذا أكبر من أن يُحفظ.',
    bodyLengthWrong: 'طول المحتوى ليس كما أُعلن.',
    serverBusy: 'السيرفر لا يسع طلبًا آخر الآن. حاول بعد قليل.',
    metricsTokenWrong: `أرسل رمز ${ltr('METRICS_TOKEN')}.`,
    setUp: ({ branch }) => `تم إعداد ${own(branch)}.`,
    setUpAlready: 'هذا السيرفر معدّ بالفعل. سجّل الدخول.',
    setupCodeWrong: 'ليس هذا هو الكود. انظر فيما طبعه السيرفر عند بدئه.',
    restoring: 'جارٍ استرجاع نسخة. حاول بعد لحظة.',
    backupUnknown: 'لا توجد نسخة كهذه.',
    backupUnreadable: ({ reason }) => `تعذرت قراءة هذه النسخة: ${reason}`,
    backupBusy: 'هناك نسخ أو استرجاع جارٍ بالفعل.',
    backupStarted: 'جارٍ عمل النسخة.',
    restoreStarted: 'جارٍ استرجاع النسخة.',
    restoredMeanwhile: 'استُرجعت نسخة في هذه الأثناء. انظر في القائمة مرة أخرى.',
    confirmationDiffers: ({ confirmation }) => `اكتب ${own(confirmation)} للمتابعة.`,
    backupOfOthers: 'هذه النسخة ليس فيها فرعك.',
    severalBranches: 'عدة فروع على قاعدة البيانات هذه، والاسترجاع يعيدها كلها. اسأل المسؤول عن السيرفر.',
    serverStopping: 'السيرفر يتوقف. حاول بعد قليل.',
    tooManyStreams: 'أجهزة كثيرة متصلة. التغييرات تظهر متأخرة قليلًا.',
    databaseUnavailable: 'السيرفر لا يصل إلى قاعدة بياناته الآن. حاول بعد قليل.',
    serverFailed: ({ requestId }) => `حدث خطأ في السيرفر. أبلغ عنه بالرقم ${ltr(requestId)}.`,
  },
  serverBackups: {
    diskTooFull: ({ folder, free, needed }) =>
      `لم تُعمل نسخة: على قرص ${ltr(folder)} مساحة ${megabytes(free)} والمطلوب ${megabytes(needed)}. أفرغ مساحة أو اختر مجلدًا آخر في ${ltr('BACKUP_DIR')}.`,
    mayNotCreateDatabases: `ليس لمستخدم قاعدة البيانات أن ينشئ القاعدة التي تُجرّب فيها النسخة: أعطه ${ltr('CREATEDB')}.`,
    noRoomToProve: ({ free, needed }) =>
      `على قرص قاعدة البيانات مساحة ${megabytes(free)}، وتجربة النسخة تحتاج ${megabytes(needed)}.`,
    proofFailed: ({ name, reason }) => `النسخة ${ltr(name)} لم تنجح تجربتها: ${reason}`,
    upgradeWithoutBackup: ({ reason }) => `تحذير: تُرقّى القاعدة بدون نسخة. ${reason}`,
  },
};
