import { ltr, own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const accountsTexts: Translation<typeof messages> = {
  signInAgain: 'سجّل الدخول مرة أخرى.',
  signInBusy: 'كثيرون يسجّلون الدخول الآن. حاول بعد لحظة.',
  lastManager: 'هذا هو المدير الوحيد. اجعل غيره مديرًا أولًا.',
  cannotDisableSelf: 'لا يمكنك إيقاف نفسك. اطلب من مدير آخر.',
  passwordSet: 'كلمة مرور جديدة',
  leftEntriesOpened: 'فُتح ما تركه على جهاز',
  passwordCommon: 'كلمة المرور هذه من الأكثر شيوعًا. اختر غيرها',
  passwordNeeded: 'اكتب كلمة مرورك الحالية لتغيير هذا',
  passwordWrong: 'ليست هذه كلمة مرورك الحالية',
  browserOnSystem: ({ browser, system }) => `${ltr(browser)} على ${ltr(system)}`,
  unknownDevice: 'جهاز غير معروف',
  signedOut: 'تم تسجيل الخروج.',
  signedOutThere: ({ device }) => `تم تسجيل الخروج: ${own(device)}.`,
  signedOutElsewhere: 'تم تسجيل الخروج من كل الأجهزة الأخرى.',
  noMailHere: 'هذا السيرفر لا يرسل بريدًا',
  tokenRevoked: ({ name }) => `تم إلغاء ${own(name)}. لن تقرأ به الجداول بعد الآن.`,
  emailConfirmed: ({ email }) => `من الآن تسجّل الدخول بـ ${ltr(email)}.`,
  sessionEnded: 'انتهت جلستك. سجّل الدخول مرة أخرى.',
  wrongCredentials: 'البريد أو كلمة المرور غير صحيحة.',
  passwordReplaced: 'تم حفظ كلمة المرور الجديدة. سجّل الدخول بها.',
  notApprovable: 'المدير يعمل هذا من جهازه. لا تكفي الموافقة هنا.',
  approverMayNot: 'هذا الشخص أيضًا ليست لديه صلاحية لهذا. ارجع إلى المدير.',
  setUp: ({ branch }) => `تم إعداد ${own(branch)}.`,
  setUpAlready: 'هذا السيرفر معدّ بالفعل. سجّل الدخول.',
  setupCodeWrong: 'ليس هذا هو الكود. كود الإعداد عند من ثبّت السيرفر.',
};
