import { agreeing, counted, entry } from '#contract/arabic/nouns.ts';
import { ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const signInTexts: Translation<typeof messages> = {
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
    `${counted(count, entry)} ${agreeing(count, 'لم تُرسل', 'لم تُرسلا', 'لم تُرسل')}. ما لم يُرسل محفوظ هنا حتى يسجّل صاحبه الدخول.`,
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
};
