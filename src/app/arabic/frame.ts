import type { messages as reads } from '#app/reads/messages.ts';
import type { messages as exportButton } from '#app/resources/export/button-messages.ts';
import type { messages as resources } from '#app/resources/messages.ts';
import type { messages as shell } from '#app/shell/messages.ts';
import type { messages as shellOpened } from '#app/shell/opened-messages.ts';
import { counted, ltr } from '#contract/arabic/wording.ts';
import type { Translations } from '#contract/messages.ts';

/** Holds the Arabic texts of the frame around the pages. */
export const frameTexts: Translations<{
  readonly shell: typeof shell;
  readonly shellOpened: typeof shellOpened;
  readonly resources: typeof resources;
  readonly reads: typeof reads;
  readonly exportButton: typeof exportButton;
}> = {
  shell: {
    addressUnknown: 'قد يكون العنوان خطأ، أو نُقلت الصفحة.',
    developedBy: 'تطوير',
    evictedChecked: 'راجعتها',
    evictedEntries: ({ count }) =>
      `مسح المتصفح ما كان محفوظًا على هذا الجهاز. ضاعت ${counted(count, 'عملية واحدة', 'عمليتان', 'عمليات', 'عملية')} لم تُرسل بعد. قارن القوائم بإيصالاتك وسجّل الناقص مرة أخرى.`,
    homeLogo: 'Branch Desk، الرئيسية',
    loadingPage: 'جارٍ تحميل الصفحة',
    mainMenu: 'الرئيسية',
    menuAdultCourses: 'كورسات الكبار',
    menuBooks: 'الكتب',
    menuBooksOrder: 'طلبيات الكتب',
    menuBooksPayout: 'تسليم الكتب',
    menuBus: 'الباص',
    menuDeductions: 'الخصومات',
    menuEmployees: 'الموظفون',
    menuGeneralExpenses: 'المصروفات العامة',
    menuHome: 'الرئيسية',
    menuHomeSchooling: 'التعليم المنزلي',
    menuKidsCourses: 'كورسات الأطفال',
    menuMaterial: 'الكتب',
    menuNursery: 'الحضانة',
    menuOperations: 'الإدارة',
    menuSalary: 'المرتبات',
    menuServices: 'الخدمات',
    menuStaffManagement: 'شؤون الموظفين',
    menuStudents: 'الطلاب',
    menuSummerCourses: 'الكورسات الصيفية',
    menuWorkHistory: 'سجل الشهور',
    monthStatus: ({ status }) => `، ${status === 'running' ? 'جارٍ' : 'انتهى'}`,
    noMonthYet: 'لا يوجد شهر بعد',
    openMenu: 'فتح القائمة',
    openSyncPanel: ({ status }) => `${status}. افتح لوحة المزامنة`,
    opensInNewTab: '(يفتح في نافذة جديدة)',
    pageNotFound: 'هذه الصفحة غير موجودة',
    pillNeedsYou: ({ count }) => `${count} تحتاجك`,
    pillOffline: 'بدون اتصال',
    pillOfflineAnnouncement: 'بدون اتصال. ما تحفظه ينتظر على هذا الجهاز.',
    pillOfflinePending: ({ count }) => `بدون اتصال، ${count} في الانتظار`,
    pillOnline: 'متصل',
    pillOverdue: ({ count, since }) => `${count} في الانتظار منذ ${ltr(since)}`,
    pillOverdueAnnouncement: ({ status }) => `${status}. افتح لوحة المزامنة لتعرف ما العمل.`,
    pillPending: ({ count }) => `${count} في الانتظار`,
    pillSending: ({ count }) => `جارٍ إرسال ${count}`,
    profile: 'حسابي',
    search: 'بحث',
    storageBlocked:
      'نافذة أخرى من Branch Desk بإصدار أقدم تمسك ما هو محفوظ على هذا الجهاز. أغلقها أو أعد تحميلها فتكمل هذه وحدها. حتى ذلك لا يمكن الحفظ هنا.',
    storageBroken:
      'المحفوظ على هذا الجهاز لا يفتح الآن. تتكرر المحاولة وحدها؛ حتى ذلك لا يمكن الحفظ هنا ولا يُرسل ما ينتظر. إن استمر فأغلق كل نوافذ Branch Desk وافتحه من جديد.',
    entriesSent: ({ count }) => `تم الإرسال: ${counted(count, 'عملية واحدة', 'عمليتان', 'عمليات', 'عملية')}.`,
  },
  shellOpened: {
    appearance: 'المظهر',
    beingBuilt: 'هذا الجزء قيد الإعداد.',
    closeMenu: 'إغلاق القائمة',
    closeSyncPanel: 'إغلاق لوحة المزامنة',
    comingSoon: 'قريبًا...',
    installOpen: 'افتح Branch Desk من أيقونته وسجّل الدخول هناك مرة واحدة.',
    installShareIcon: '(مربع به سهم)',
    installTapShareAfterIcon: 'في شريط المتصفح.',
    installTapShareBeforeIcon: 'اضغط مشاركة',
    installToHomeScreen: 'اختر إضافة إلى الشاشة الرئيسية.',
    installTitle: 'التثبيت على هذا الجهاز',
    language: 'اللغة',
    digits: 'الأرقام',
    digitsLatin: '123',
    digitsArabicIndic: '١٢٣',
    logOut: 'تسجيل الخروج',
    menu: 'القائمة',
    drawerCloses: 'تقفيلات الدرج',
    backups: 'النسخ الاحتياطية',
    schemeDark: 'داكن',
    schemeDevice: 'مثل الجهاز',
    schemeLight: 'فاتح',
    sync: 'المزامنة',
    syncDescription: 'ما حُفظ على هذا الجهاز ولم يصل إلى السيرفر بعد.',
  },
  resources: {
    recordCount: ({ count, things }) => `العدد: ${count} (${things})`,
    installmentCount: ({ count }) => counted(count, 'قسط واحد', 'قسطان', 'أقساط', 'قسطًا', 'قسط'),
    rowCount: ({ count }) => counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل'),
  },
  reads: {
    recordMissing: 'هذا السجل لم يعد على الجهاز. ارجع إلى القائمة وابحث عنه هناك.',
  },
  exportButton: { export: 'تصدير', import: 'استيراد' },
};
