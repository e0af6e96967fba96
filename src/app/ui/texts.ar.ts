import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const uiTexts: Translation<typeof messages> = {
  back: 'رجوع',
  becomes: 'يصبح',
  closeNotification: 'إغلاق التنبيه',
  deleteConsequence: () => 'لا يمكن التراجع عن هذا. سيُحذف السجل نهائيًا.',
  deleteTitle: ({ thing }) => `حذف ${thing}`,
  deleting: 'جارٍ الحذف…',
  hidePassword: 'إخفاء كلمة المرور',
  showPassword: 'إظهار كلمة المرور',
  errorIcon: 'خطأ',
  missingChunkDescription: 'تصل وحدها مع أول اتصال بالسيرفر. ما حفظته موجود.',
  missingChunkTitle: 'هذه الصفحة ليست على الجهاز بعد',
  missingDialog: 'هذا ليس على الجهاز بعد. يصل مع أول اتصال.',
  notPermittedAbout: 'يمكن للمدير أن يفتحها، أو أن يعطيك دورًا يسمح بها.',
  notKnownTitle: ({ things }) => `هذا السيرفر ليس فيه ${isolated(things)}`,
  notKnownAbout: 'هي في إصدار أحدث من السيرفر.',
  notifications: `التنبيهات (${ltr('Alt+T')})`,
  offline: 'بدون اتصال. هذا ما حُفظ على الجهاز.',
  offlineAsOf: ({ time }) => `بدون اتصال. هذا ما حُفظ على الجهاز ${time}.`,
  pressFailed: 'لم يُحفظ شيء. حاول مرة أخرى؛ وإن بقي الخطأ فأعد تحميل الصفحة.',
  pageAltered:
    'غيّرت الترجمة أو إضافة في المتصفح هذه الصفحة. ما حفظته موجود. حاول مرة أخرى؛ وإن بقي الخطأ فأوقفها لهذا الموقع.',
  pageErrorDescription: 'ما حفظته موجود. حاول مرة أخرى؛ وإن بقي الخطأ فافتح صفحة أخرى.',
  pageErrorFallback: 'حدث خطأ في هذه الصفحة.',
  skipToContent: 'انتقل إلى المحتوى',
};
