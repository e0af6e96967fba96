import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './http.en.ts';

export const httpTexts: Translation<typeof messages> = {
  signInRequired: 'سجّل الدخول للمتابعة.',
  tooManyRequests: 'طلبات كثيرة في وقت واحد. انتظر لحظة ثم حاول مرة أخرى.',
  tooManyAttempts: 'محاولات كثيرة. انتظر دقيقة ثم حاول مرة أخرى.',
  tooManyFailures:
    'جُرّبت كلمات مرور خاطئة كثيرة لهذا البريد. حاول بعد ساعة، أو من مكان سبق أن سجّلت الدخول منه.',
  approvalUnusable: 'هذه الموافقة لم تعد صالحة. اطلبها من المدير مرة أخرى.',
  refusedUnseen: 'رُفض لسبب لا يراه إلا المدير. جرّبه على جهاز مدير.',
  spreadsheetReadsOnly: `رمز الجداول يقرأ القوائم بصيغة ${ltr('CSV')} والتقرير فقط.`,
  monthDeleted: ({ name }) => `تم حذف الشهر: ${isolated(name)}.`,
  exportFormatInvalid: `اختر ${ltr('csv')} أو ${ltr('xlsx')}`,
  exportRunning: 'هناك قائمة أخرى قيد التصدير. انتظر وصولها أو ألغها.',
  exportTooLong: ({ rows }) =>
    `صفوف الورقة ${ltr(rows.toLocaleString('en'))} بحد أقصى. اختر ${ltr('CSV')} أو صفِّ القائمة أولًا.`,
  uploadNotForm: `أرسل الملف بصيغة ${ltr('multipart/form-data')}: الملف في ${ltr('file')} والباقي في ${ltr('options')}.`,
  uploadMissing: 'اختر ملفًا',
  uploadTooLarge: ({ megabytes: size }) => `الملف أكبر من ${ltr(`${size} MB`)}. قسّمه.`,
  uploadOptions: 'الخيارات غير مفهومة.',
  requestInvalid: 'هذا الطلب غير مفهوم.',
  keyInvalid: ({ header }) => `${ltr(header)} غير صحيح.`,
  authorInvalid: ({ header }) => `${ltr(header)} يجب أن يكون رقم مستخدم.`,
  ifMatchInvalid: 'أرسل إصدار السجل بين علامتي تنصيص.',
  textNotUtf8: `النص ليس ${ltr('UTF-8')}.`,
  nullCharacter: 'في هذا النص رموز لا يمكن قراءتها',
  bodyNotJson: `المحتوى ليس ${ltr('JSON')}.`,
  mediaTypeInvalid: `أرسل المحتوى بصيغة ${ltr('application/json')}.`,
  bodyTooLarge: 'هذا أكبر من أن يُحفظ.',
  bodyLengthWrong: 'طول المحتوى ليس كما أُعلن.',
  branchBusy: 'فرعك ينفذ الآن عمليات أكثر من اللازم. حاول بعد قليل.',
  serverBusy: 'السيرفر لا يسع طلبًا آخر الآن. حاول بعد قليل.',
  metricsTokenWrong: `أرسل رمز ${ltr('METRICS_TOKEN')}.`,
  restoring: 'جارٍ استرجاع نسخة. حاول بعد لحظة.',
  serverStopping: 'السيرفر يتوقف. حاول بعد قليل.',
  tooManyStreams: 'أجهزة كثيرة متصلة. التغييرات تظهر متأخرة قليلًا.',
  databaseUnavailable: 'السيرفر لا يصل إلى قاعدة بياناته الآن. حاول بعد قليل.',
  serverFailed: ({ requestId }) => `حدث خطأ في السيرفر. أبلغ عنه بالرقم ${ltr(requestId)}.`,
};
