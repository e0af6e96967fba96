import { counted, countedObject, letter } from '../arabic/nouns.ts';
import { ltr } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { account } from './account.en.ts';

export const arabicAccount: Translation<typeof account> = {
  passwordTooLong: ({ limit }) => `كلمة المرور ${counted(limit, letter)} بحد أقصى`,
  passwordOnlySpaces: 'كلمة المرور لا تكون مسافات فقط',
  unusableLink: 'هذا الرابط لم يعد يعمل. يعمل مرة واحدة لمدة 30 دقيقة: اطلب رابطًا جديدًا.',
  firstName: 'الاسم الأول',
  lastName: 'اسم العائلة',
  firstNameOfUser: 'الاسم الأول',
  lastNameOfUser: 'اسم العائلة',
  nameTooShort: ({ label, least }) => `${label} ${counted(least, letter)} على الأقل`,
  nameTooLong: ({ label, limit }) => `${label} أقل من ${countedObject(limit, letter)}`,
  language: 'اختر لغة من اللغتين',
  digits: 'اختر شكلًا للأرقام',
  role: 'اختر مدير أو موظف',
  flag: 'نعم أو لا فقط',
  method: 'طلب غير صحيح',
  uuid: 'طلب غير صحيح',
  reloadForApproval: 'أعد تحميل التطبيق: الموافقة الآن تخص التسجيل نفسه',
  reloadToSwitch: 'أعد تحميل التطبيق ثم غيّر الفرع مرة أخرى: هذه الصفحة من إصدار أقدم',
  secondFactor: {
    setting: 'الخطوة الثانية للمديرين',
    settingChoices: {
      optional: 'لمن يريد',
      managers: 'لازمة لكل مدير',
    },
    kind: `اختر ${ltr('totp')} أو ${ltr('passkey')}`,
    codeShape: 'اكتب الأرقام الستة التي في التطبيق',
    recoveryShape: 'رمز الاسترداد 16 حرفًا ورقمًا',
    passkeyUnreadable: 'أرسل مفتاح المرور شيئًا لا يُقرأ. حاول مرة أخرى',
    oneAnswer: 'أرسل الرمز أو رمز استرداد أو مفتاح مرور',
    nameMissing: 'اكتب اسمًا لمفتاح المرور',
  },
};
