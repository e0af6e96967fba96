import { ltr } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { bodies } from './bodies.en.ts';

export const arabicBodies: Translation<typeof bodies> = {
  piecesWrong: 'اكتب العدد، رقمًا صحيحًا',
  unknownPiece: 'لا توجد فئة كهذه',
  nothingCounted: 'عُدّ الدرج: اكتب الفئات أو المجموع',
  keptTooMuch: 'لا يبقى في الدرج أكثر مما عُدّ',
  closeReasonMissing: 'اكتب سبب الفرق',
  closeReasonForOther: 'اكتب لماذا تقفّل درج شخص آخر',
  logo: `صورة ${ltr('PNG, JPEG, WebP')} بحد أقصى ${ltr('100 KB')}`,
  logoTooLarge: ({ side }) => `صورة بحد أقصى ${ltr(`${side} × ${side}`)} بكسل`,
  placeholders: `بين الأقواس فقط ${ltr('{student}, {remaining}, {branch}')}`,
  settingReceiptFooter: 'نص أسفل كل إيصال',
  settingDiscountLimit: 'أكبر خصم للموظفين، نسبة مئوية',
  settingTimeZone: 'المنطقة الزمنية',
  settingDayBegins: 'يبدأ اليوم الساعة',
  timeZone: `اكتب منطقة زمنية، مثل ${ltr('Africa/Cairo')}`,
  setupCodeMissing: 'اكتب كود الإعداد',
  setupCodeWrong: 'ليس هذا هو الكود',
  branchName: 'اسم الفرع',
  branchNameMissing: 'اكتب اسم الفرع',
  importTarget: 'اختر ما تستورده',
  fewerColumns: 'الأعمدة أقل من ذلك',
  fewerRows: 'الصفوف أقل من ذلك',
  notPrinted: 'لا يُطبع إيصال لهذا',
};
