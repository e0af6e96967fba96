import { isolated } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './single-sign-on-texts.en.ts';

export const singleSignOnTexts: Translation<typeof messages> = {
  signInWith: ({ name }) => `الدخول عن طريق ${isolated(name)}`,
  signingIn: 'جارٍ الدخول',
  denied: 'تم إلغاء الدخول الموحد. حاول مرة أخرى أو استخدم كلمة مرورك.',
  expired: 'بدأ هذا الدخول منذ وقت طويل أو في متصفح آخر أو استُخدم من قبل. حاول مرة أخرى.',
  unreachable: 'الدخول الموحد لا يستجيب الآن. استخدم كلمة مرورك أو حاول لاحقًا.',
  failed:
    'رد الدخول الموحد غير موثوق. حاول مرة أخرى أو استخدم كلمة مرورك. إن تكرر ذلك فأخبر المسؤول عن Branch Desk.',
  unverified: 'حسابك في الدخول الموحد ليس له بريد مؤكد. استخدم كلمة مرورك أو اسأل المسؤول عن حسابك هناك.',
  unknown: 'لا يوجد مستخدم في Branch Desk ببريد حسابك. المدير هو من يضيف المستخدمين: اسأل مديرك.',
  disabled: 'لم يعد بإمكانك الدخول إلى Branch Desk. اسأل مديرك.',
  other: 'أنت مرتبط بحساب آخر في الدخول الموحد. استخدم كلمة مرورك وألغِ الربط في صفحة حسابك.',
  factor: 'فرعك يطلب خطوة ثانية من كل مدير. سجّل الدخول بكلمة مرورك مرة واحدة وأعدّها، ثم يعمل الدخول الموحد.',
  busy: 'لم ينجح الدخول الموحد الآن. حاول مرة أخرى بعد قليل.',
};
