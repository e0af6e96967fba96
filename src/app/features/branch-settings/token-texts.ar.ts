import { isolated, leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './token-texts.en.ts';

export const spreadsheetTokensTexts: Translation<typeof messages> = {
  title: 'الجداول',
  about:
    'بالرمز يقرأ جدول البيانات قوائم هذا الفرع وتقريره فقط. من معه الرمز، أو يرى المعادلة التي فيها الرمز، يقرأها كلها.',
  offline: 'الرموز تُنشأ وتُلغى مع الاتصال فقط.',
  loading: 'جارٍ تحميل الرموز',
  none: 'لا توجد رموز بعد.',
  facts: ({ name, made, used }) =>
    `${leading(name)}، ${made}. ${used === undefined ? 'لم يُستخدم بعد.' : `آخر استخدام ${used}.`}`,
  until: ({ day }) => `حتى ${day}`,
  noEnd: 'بلا نهاية',
  expired: 'انتهى',
  makerGone: 'لا يعمل: من أنشأه موقوف أو لم يعد مديرًا',
  revoke: 'إلغاء الرمز',
  revokeOf: ({ name }) => `إلغاء رمز ${isolated(name)}`,
  revokeTitle: ({ name }) => `إلغاء رمز ${isolated(name)}؟`,
  revokeAbout: 'الجداول التي تستخدمه تعرض خطأ من الآن. لا يمكن التراجع عن هذا.',
  revoking: 'جارٍ الإلغاء',
  revoked: ({ name }) => `تم إلغاء رمز ${isolated(name)}.`,
  name: 'اسم رمز جديد',
  nameHelp: 'لأي شيء هو، مثل جدول المحاسب.',
  lasts: 'يعمل لمدة',
  month: '30 يومًا',
  year: 'سنة',
  ever: 'بلا نهاية',
  make: 'إنشاء رمز',
  made: ({ name }) => `رمز جديد: ${isolated(name)}`,
  once: 'يظهر هذه المرة فقط. انسخه الآن؛ وإذا ضاع فألغه وأنشئ غيره.',
  secret: 'الرمز',
  list: 'القائمة',
  debts: 'ما على الطلاب',
  formula: `معادلة لـ ${ltr('Google Sheets')}`,
  formulaHelp:
    'كل من يرى الجدول يرى المعادلة والرمز الذي فيها. البرنامج الذي يرسل ترويسات يرسل الرمز فيها بدل العنوان.',
  copy: 'نسخ',
  copyOf: ({ label }) => `نسخ: ${label}`,
  copied: 'تم النسخ.',
  notCopied: 'لم يُنسخ. حدّده وانسخه بنفسك.',
  done: 'نسخته',
  failed: 'لم يتم. حاول مرة أخرى.',
};
