import { isolated } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './factor-texts.en.ts';

export const ownFactorsTexts: Translation<typeof messages> = {
  title: 'الخطوة الثانية',
  about:
    'تُطلب مع كلمة المرور عند تسجيل الدخول وعند الموافقات، ولا تُطلب أثناء العمل. من يرى كلمة مرورك على المكتب لا يستطيع الدخول بها وحدها.',
  required: 'فرعك يطلبها من كل مدير.',
  loading: 'جارٍ تحميل خطواتك الثانية',
  offline: 'إعداد الخطوة الثانية أو حذفها يحتاج اتصالًا.',
  totp: 'تطبيق رموز',
  notSetUp: 'لم يُعدّ بعد',
  since: ({ time }) => `تم الإعداد ${time}.`,
  lastUsed: ({ time }) => `آخر استخدام ${time}.`,
  setUp: 'إعداد',
  setUpTotp: 'إعداد تطبيق الرموز',
  replace: 'النقل إلى هاتف آخر',
  remove: 'حذف',
  removeOf: ({ name }) => `حذف ${isolated(name)}`,
  removeTitle: ({ name }) => `حذف ${isolated(name)}؟`,
  removeText: 'لن تُطلب منك بعد الآن عند تسجيل الدخول. مع آخر خطوة تُحذف رموز الاسترداد.',
  removed: ({ name }) => `تم حذف ${isolated(name)}.`,
  passkeys: 'مفاتيح المرور',
  noPasskeys: 'لا يوجد بعد',
  passkeysNeed: 'مفاتيح المرور تعمل باتصال آمن وباسم السيرفر.',
  addPasskey: 'إضافة مفتاح مرور',
  recoveryCodes: 'رموز الاسترداد',
  codesLeft: ({ count }) => `الرموز المتبقية: ${count}.`,
  newCodes: 'رموز جديدة',
  newCodesTitle: 'رموز استرداد جديدة',
  newCodesText: 'الرموز السابقة لن تعمل بعد الآن.',
  done: 'الخطوة الثانية تعمل. تُطلب عند تسجيل الدخول التالي.',
};
