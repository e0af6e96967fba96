import { countedObject, minute } from '#contract/arabic/nouns.ts';
import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './mail-texts.en.ts';

export const mailTexts: Translation<typeof messages> = {
  subject: 'كلمة مرور جديدة لـ Branch Desk',
  greeting: 'أهلًا،',
  requested: ({ email, origin }) =>
    `كتب شخص بريدك ${ltr(email)} في صفحة الدخول إلى Branch Desk (${ltr(origin)}) وطلب كلمة مرور جديدة.`,
  openLink: 'إن كنت أنت فافتح هذا الرابط واختر واحدة:',
  linkExpiry: ({ minutes }) =>
    `يعمل الرابط مرة واحدة لمدة ${countedObject(minutes, minute)}. حتى تستخدمه تبقى كلمة مرورك كما هي.`,
  ignore: 'إن لم تكن أنت فتجاهل هذه الرسالة: لم يتغير شيء. لا تعطِ الرابط لأحد.',
  notice: ({ email, minutes }) =>
    `طلب شخص كلمة مرور جديدة لـ ${ltr(email)}. أعطه هذا الرابط؛ يعمل مرة واحدة لمدة ${countedObject(minutes, minute)}:`,
  confirmSubject: 'تأكيد بريدك الجديد لـ Branch Desk',
  confirmAsked: ({ oldEmail, newEmail, origin }) =>
    `المستخدم ${ltr(oldEmail)} في Branch Desk (${ltr(origin)}) يريد تسجيل الدخول بـ ${ltr(newEmail)} من الآن.`,
  confirmOpenLink: 'إن كنت أنت فافتح هذا الرابط وأكّده:',
  confirmExpiry: ({ minutes }) =>
    `يعمل الرابط مرة واحدة لمدة ${countedObject(minutes, minute)}. حتى تستخدمه يبقى البريد القديم.`,
  confirmIgnore: 'إن لم تكن أنت فتجاهل هذه الرسالة: لم يتغير شيء. لا تعطِ الرابط لأحد.',
  confirmNotice: ({ oldEmail, newEmail, minutes }) =>
    `${ltr(oldEmail)} يريد تسجيل الدخول بـ ${ltr(newEmail)}. أعطه هذا الرابط إن كان البريد له؛ يعمل مرة واحدة لمدة ${countedObject(minutes, minute)}:`,
  inUseSubject: 'أراد شخص استخدام بريدك لـ Branch Desk',
  inUse: ({ newEmail, origin }) =>
    `أراد مستخدم آخر في Branch Desk (${ltr(origin)}) تسجيل الدخول ببريدك ${ltr(newEmail)}. رُفض ذلك لأنك تسجّل الدخول به.`,
  inUseIgnore: 'لا داعي لفعل شيء: لم يتغير شيء.',
  inUseNotice: ({ newEmail }) =>
    `أراد مستخدم تسجيل الدخول بـ ${ltr(newEmail)}، وهو لمستخدم آخر. لم يتغير شيء.`,
  changeAskedSubject: 'بريدك لـ Branch Desk سيتغير',
  changeAsked: ({ oldEmail, newEmail, origin }) =>
    `شخص يعرف كلمة مرورك يريد تسجيل الدخول إلى Branch Desk (${ltr(origin)}) بـ ${ltr(newEmail)} بدلًا من ${ltr(oldEmail)}. يتغير عند فتح الرابط المرسل إلى البريد الجديد.`,
  notYou: 'إن لم تكن أنت فغيّر كلمة مرورك الآن: بهذا يبطل الرابط أيضًا.',
  emailChangedSubject: 'تغيّر بريدك لـ Branch Desk',
  emailChanged: ({ oldEmail, newEmail, origin }) =>
    `حسابك في Branch Desk (${ltr(origin)}) يُستخدم من الآن بـ ${ltr(newEmail)} وليس بـ ${ltr(oldEmail)}.`,
  passwordChangedSubject: 'تغيّرت كلمة مرورك لـ Branch Desk',
  passwordChanged: ({ email, origin }) =>
    `تغيّرت كلمة مرور ${ltr(email)} في Branch Desk (${ltr(origin)}). تم تسجيل الخروج من كل الأجهزة الأخرى.`,
  signOnSubject: 'الدخول الموحد إلى Branch Desk',
  signOnConnected: ({ email, provider, origin }) =>
    `سجّل ${ltr(email)} الدخول إلى Branch Desk (${ltr(origin)}) عن طريق ${isolated(provider)} لأول مرة. من الآن يدخل هذا الحساب لدى ${isolated(provider)} دون كلمة مرور Branch Desk.`,
  signOnRemove: 'تجد ذلك في صفحة حسابك في Branch Desk، ويمكنك إلغاؤه هناك.',
  notYouAnyMore: 'إن لم تكن أنت فأخبر المسؤول عن Branch Desk فورًا.',
  factorSubject: 'الخطوة الثانية لحسابك في Branch Desk',
  totpAdded: ({ email, origin }) =>
    `تم إعداد تطبيق رموز لحساب ${ltr(email)} في Branch Desk (${ltr(origin)}). من الآن يُطلب رمز منه عند تسجيل الدخول.`,
  passkeyAdded: ({ email, origin }) =>
    `تمت إضافة مفتاح مرور لحساب ${ltr(email)} في Branch Desk (${ltr(origin)}). من الآن تُطلب خطوة ثانية عند تسجيل الدخول.`,
  totpRemoved: ({ email, origin }) =>
    `تم حذف تطبيق الرموز من حساب ${ltr(email)} في Branch Desk (${ltr(origin)}).`,
  passkeyRemoved: ({ email, origin }) =>
    `تم حذف مفتاح مرور من حساب ${ltr(email)} في Branch Desk (${ltr(origin)}).`,
  recoveryCodesMade: ({ email, origin }) =>
    `تم إنشاء رموز استرداد جديدة لحساب ${ltr(email)} في Branch Desk (${ltr(origin)}). الرموز السابقة لم تعد تعمل.`,
  recoveryCodeUsed: ({ email, origin, left }) =>
    `استُخدم رمز استرداد لحساب ${ltr(email)} في Branch Desk (${ltr(origin)}). الرموز المتبقية: ${left}.`,
  factorReset: ({ email, origin }) =>
    `أُلغيت الخطوة الثانية لحساب ${ltr(email)} في Branch Desk (${ltr(origin)}). تكفي كلمة المرور لتسجيل الدخول حتى تُعدّ خطوة جديدة.`,
  codesWrong: ({ email, origin }) =>
    `كتب شخص كلمة مرور ${ltr(email)} في Branch Desk (${ltr(origin)}) ثم عدة رموز خاطئة.`,
  changePasswordNow: 'إن لم تكن أنت فهناك من يعرف كلمة مرورك: غيّرها الآن.',
  mailed: ({ minutes }) =>
    `إن كان هذا البريد مسجلًا فالرابط في الطريق إليه. يعمل مرة واحدة لمدة ${countedObject(minutes, minute)}.`,
  printed: ({ minutes }) =>
    `إن كان هذا البريد مسجلًا فقد أُنشئ الرابط. اطلبه من المسؤول. يعمل مرة واحدة لمدة ${countedObject(minutes, minute)}.`,
};
