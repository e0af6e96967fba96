import { agreeing, counted, countedObject, entry, record } from '#contract/arabic/nouns.ts';
import { isolated } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './opened-texts.en.ts';

export const shellOpenedTexts: Translation<typeof messages> = {
  appearance: 'المظهر',
  clockSeen: 'فهمت',
  clockWrong: ({ here, branch }) =>
    `ساعة هذا الجهاز غير مضبوطة: تعرض ${here}، والوقت في الفرع ${branch}. يعمل Branch Desk بوقت الفرع. من فضلك اضبط الساعة.`,
  otherZone: ({ here, branch, zone }) =>
    `ساعة هذا الجهاز تعرض وقتًا غير وقت الفرع: ${here} هنا يوافق ${branch} في ${zone}. يعمل Branch Desk بوقت الفرع.`,
  closeMenu: 'إغلاق القائمة',
  closeSyncPanel: 'إغلاق لوحة المزامنة',
  installAfterSending: 'ثبّت بعد إرسال كل شيء',
  installAllSent:
    'أُرسل كل ما حُفظ في هذه الصفحة. من الآن استخدم الأيقونة: التطبيق على الشاشة الرئيسية له تخزينه الخاص.',
  installNeedsYou: ({ count }) => `مطلوب منك أولًا مراجعة ${countedObject(count, entry)} منها.`,
  installOffline: 'لا يوجد اتصال الآن. يتم الإرسال مع أول اتصال.',
  installOpenSync: 'افتح لوحة المزامنة',
  installSending: 'جارٍ الإرسال الآن.',
  installWaiting: ({ count }) =>
    `${counted(count, entry)} في الانتظار في هذه الصفحة. التطبيق على الشاشة الرئيسية له تخزينه الخاص ولن يظهر فيه ما ينتظر هنا.`,
  installOpen: 'افتح Branch Desk من أيقونته وسجّل الدخول هناك مرة واحدة.',
  installShareIcon: '(مربع به سهم)',
  installTapShareAfterIcon: 'في شريط المتصفح.',
  installTapShareBeforeIcon: 'اضغط مشاركة',
  installToHomeScreen: 'اختر إضافة إلى الشاشة الرئيسية.',
  installTitle: 'التثبيت على هذا الجهاز',
  language: 'اللغة',
  digits: 'الأرقام',
  logOut: 'تسجيل الخروج',
  menu: 'القائمة',
  schemeDark: 'داكن',
  schemeDevice: 'مثل الجهاز',
  schemeLight: 'فاتح',
  sync: 'المزامنة',
  syncDescription: 'ما حُفظ على هذا الجهاز ولم يصل إلى السيرفر بعد.',
  logOutFailed: 'لم يتم الخروج. حاول مرة أخرى.',
  logOutKeepingEntries: 'خروج (مع بقاء ما لم يُرسل هنا)',
  logOutStay: 'البقاء',
  logOutUnsavedElsewhere:
    'في نافذة أخرى من Branch Desk صفحة لم تُحفظ. إن خرجت الآن حُذف ما كتبته فيها من هذا الجهاز.',
  logOutUnsavedHere: 'في هذه النافذة صفحة لم تُحفظ. إن خرجت الآن حُذف ما كتبته فيها من هذا الجهاز.',
  logOutUnsavedTitle: 'صفحة لم تُحفظ',
  logOutPending: ({ count }) =>
    `${counted(count, record)} ${agreeing(count, 'لم يصل', 'لم يصلا', 'لم تصل')} إلى السيرفر بعد. إن خرجت الآن بقي ما لم يصل على هذا الجهاز، ويُرسل عند دخولك التالي هنا. لا يراه غيرك.`,
  logOutPendingTitle: 'لم يُرسل كل شيء',
  loggingOut: 'جارٍ الخروج',
  switchBranch: 'فروعك',
  switchNeedsConnection: 'يلزم اتصال في المرة الأولى',
  switchWaiting: ({ count }) => `${counted(count, entry)} في الانتظار هنا`,
  switching: ({ branch }) => `جارٍ الانتقال إلى ${isolated(branch)}`,
  switchNow: ({ branch }) => `الانتقال إلى ${isolated(branch)}`,
  switchStay: 'البقاء في هذا الفرع',
  switchFailed: 'لم يُفتح الفرع. حاول مرة أخرى.',
  switchUnsavedElsewhere:
    'في نافذة أخرى من Branch Desk صفحة لم تُحفظ. يبقى ما كتبته على هذا الجهاز، ويُعرض عليك عند فتحها من جديد في هذا الفرع.',
  switchUnsavedHere:
    'في هذه النافذة صفحة لم تُحفظ. يبقى ما كتبته على هذا الجهاز، ويُعرض عليك عند فتحها من جديد في هذا الفرع.',
  switchPending: ({ count }) =>
    `${counted(count, record)} ${agreeing(count, 'لم يصل', 'لم يصلا', 'لم تصل')} إلى السيرفر بعد. يبقى ما لم يصل على هذا الجهاز، ويُرسل عند عودتك إلى هذا الفرع.`,
  oneMoment: 'لحظة…',
  sendingPending: ({ count }) => `جارٍ إرسال ${countedObject(count, entry)}…`,
};
