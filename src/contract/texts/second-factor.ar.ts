import { ltr } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { secondFactor } from './second-factor.en.ts';

export const arabicSecondFactor: Translation<typeof secondFactor> = {
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
};
