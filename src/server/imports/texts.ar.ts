import { isolated, leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { fileFaults, messages } from './texts.en.ts';

export const importsTexts: Translation<typeof messages> = {
  importProblem: ({ label, message }) => `${label}: ${message}.`,
  importCode: ({ code }) =>
    `لا يمكن إبقاء الكود ${ltr(code)}: الأكواد ${ltr('S-')} ثم رقم. اترك العمود فيأخذ كل طالب كودًا جديدًا.`,
  importCodeUsed: 'هذا الكود لطالب آخر.',
  importCodeRepeated: ({ row }) => `الصف ${row} له نفس الكود.`,
  importPhone: ({ label, text }) => `${label}: لم يُحفظ «${isolated(text)}»، فلا توجد خانة تليفون له.`,
  importNoDay: ({ label, text }) =>
    `${label}: ${isolated(text)} ليس تاريخًا مثل ${ltr('30/11/2026')}. يُضاف الصف بدونه، أو صحّحه في الملف.`,
  importUnread: ({ label, text, message }) =>
    `${label}: ${isolated(text)}. ${message}. يُضاف الصف بدونه، أو صحّحه في الملف.`,
  importUnlisted: ({ label, text }) =>
    `${label}: «${isolated(text)}» ليست في قائمة هذا الفرع. يُضاف الصف بدونها، أو صحّحه في الملف.`,
  importRegistered: ({ text }) =>
    `يوم التسجيل ${isolated(text)} ليس تاريخًا مثل ${ltr('30/11/2026')}، أو لم يأتِ بعد. يُضاف الصف بدونه، أو صحّحه في الملف.`,
  importShortened: ({ label, text }) =>
    `${label}: اختصر برنامج الجداول الرقم إلى ${ltr(text)} فضاعت أرقامه. اعرض العمود أرقامًا كاملة ثم احفظ الملف من جديد.`,
  importErrorCell: ({ label, text }) => `${label}: ${ltr(text)} خطأ من برنامج الجداول. صحّح الملف.`,
  importFormula: ({ label, text }) =>
    `${label}: ${ltr(text)} معادلة بلا ناتج. افتح الملف في برنامج الجداول واحفظه من جديد، وإلا يُضاف الصف بالمعادلة.`,
  importNoValue: ({ label, text }) =>
    `${label}: ${ltr(text)} خطأ أو معادلة بلا ناتج. يُضاف الصف بدونها، أو صحّحه في الملف.`,
  importSign: ({ label, text }) =>
    `${label}: في «${isolated(text)}» رمز لا يُقرأ. يُضاف الصف هكذا، أو صحّحه في الملف.`,
  importBeyond: ({ text }) =>
    `«${isolated(text)}» بعد آخر عمود له عنوان. يُضاف الصف بدونه، أو اختر عموده أو صحّح الملف.`,
  importHidden: 'هذا الصف مخفي في الملف.',
  importHiddenColumn: ({ label }) => `${label}: العمود مخفي في الملف.`,
  importTotals: 'يبدو أنه صف إجمالي.',
  importEitherDay: ({ label, text, day, other }) =>
    `${label}: ${ltr(text)} قد يكون ${ltr(day)} أو ${ltr(other)}، ففي العمود تواريخ بالشكلين. يُقرأ ${ltr(day)}.`,
  importRounded: ({ label, text, amount }) => `${label}: قُرّب ${ltr(text)} إلى ${amount}.`,
  importUnknownWord: ({ label, text, allowed }) =>
    `${label}: «${isolated(text)}» غير معروفة. المسموح: ${allowed.join('، ')}.`,
  middleNameLabel: 'الاسم الأوسط، إن كان في عمود وحده',
  lastNameLabel: 'اسم العائلة، إن كان في عمود وحده',
  importTwin: ({ name, code }) => `قد يكون هو نفسه ${isolated(name)}، ${ltr(code)}.`,
  importRepeated: ({ row }) => `قد يكون هو نفسه في الصف ${row}.`,
  importNoStudent: 'لا كود ولا اسم للطالب.',
  importNoCode: ({ code }) => `لا يوجد طالب بالكود ${ltr(code)}.`,
  importOtherName: ({ code, name }) => `الكود ${ltr(code)} لـ ${isolated(name)}.`,
  importNobody: ({ name }) => `لا يوجد طالب باسم ${isolated(name)}. استورد الطلاب أولًا.`,
  importSeveral: ({ name, count }) => `طلاب باسم ${isolated(name)}: ${count}. أضف عمودًا بالكود أو التليفون.`,
  importAmount: ({ label, text }) =>
    `${label}: ${isolated(text)} ليس مبلغًا مثل ${ltr('1250')} أو ${ltr('1,250.00')}.`,
  importNoPrice: 'لا سعر ولا متبقي.',
  importPaidTooMuch: 'المدفوع أكثر من السعر.',
  importSum: ({ expected, found }) => `السعر ناقص المدفوع ${expected}، والمكتوب متبقيًا ${found}.`,
  importReceipt: ({ receipt }) => `الإيصال ${isolated(receipt)} لهذا الطالب مسجل من قبل.`,
  priceLabel: 'السعر',
  paidLabel: 'المدفوع',
  remainingLabel: 'المتبقي',
  openingReceipt: 'رصيد سابق',
  openingNote: ({ price, paid }) => `السعر ${price}، دُفع منه ${paid} من قبل.`,
  openingDiscount: ({ list, discount, reason }) =>
    `سعر القائمة ${list}، الخصم ${discount}${reason && ` (${isolated(reason)})`}.`,
  importColumnUnknown: ({ name }) => `${leading(name)} ليس عمودًا في هذا الملف. اختر الأعمدة من جديد.`,
  importColumnMissing: ({ label }) => `اختر عمود: ${label}`,
  importUndecided: ({ count }) => `اختر ماذا نفعل بصفوف قد تكون مكررة: ${count}.`,
  importUndecidedValues: ({ count }) => `اختر ماذا نفعل بالصفوف التي فيها قيمة مشكوك فيها: ${count}.`,
  importWrong: ({ count }) => `صفوف بها خطأ: ${count}. صحّح الملف أو استبعدها.`,
  importNothing: 'لن يُستورد أي صف من هذا الملف.',
  importTwice: 'استُورد هذا الملف من قبل. تراجع عن ذلك الاستيراد أولًا أو عدّل الملف.',
  importTitle: ({ things, file }) => `${things} من ${isolated(file)}`,
  importUndone: ({ title }) => `تم التراجع عن الاستيراد: ${isolated(title)}.`,
  importUndoneBefore: 'تم التراجع عن هذا الاستيراد من قبل.',
  importUsed: ({ count }) =>
    `سجلات تعلّقت بها سجلات أو دفعات: ${count}. يبقى الاستيراد لأن الحسابات تحتاجها. لو في البيانات خطأ فعدّلها.`,
  importTouched: ({ count }) => `سجلات عُدّلت أو حُذفت بعدها: ${count}. لا يمكن التراجع عن الاستيراد.`,
  importMonthEnded: 'دفعاته محسوبة في شهر انتهى. تراجع عن إنهاء الشهر أولًا.',
  reasonColumn: 'السبب',
  importsBusy: 'ملفات أخرى قيد الاستيراد. حاول بعد لحظة.',
};

export const fileTexts: Translation<typeof fileFaults> = {
  neither: `هذا ليس ملف ${ltr('CSV')} ولا ${ltr('Excel')}.`,
  'encrypted-workbook': `لملف ${ltr('Excel')} هذا كلمة سر. احفظه بدونها أولًا.`,
  'old-excel': `هذا ملف ${ltr('Excel')} قديم. احفظه أولًا بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
  'binary-workbook': `هذا ملف ${ltr('Excel')} من نوع ${ltr('.xlsb')}. احفظه أولًا بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
  'xml-workbook': `هذا ملف ${ltr('Excel')} من نوع ${ltr('XML')}. احفظه أولًا بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
  'open-document': `هذا ملف ${ltr('OpenDocument (.ods)')}. احفظه أولًا بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
  numbers: `هذا ملف ${ltr('Apple Numbers')}. صدّره أولًا بصيغة ${ltr('Excel (.xlsx)')} أو ${ltr('CSV')}.`,
  'web-page': `هذه صفحة ويب مهما كان اسمها. افتحها في ${ltr('Excel')} واحفظها أولًا بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
  'sheet-link': `هذا رابط لجدول ${ltr('Google Sheets')} فقط. نزّل الجدول بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')}.`,
  contacts: `هذا ملف جهات اتصال ${ltr('(vCard)')}. صدّرها بصيغة ${ltr('CSV')}.`,
  pdf: `هذا ملف ${ltr('PDF')}، وليس ${ltr('CSV')} ولا ${ltr('Excel')}.`,
  document: `هذا مستند نصي، وليس ${ltr('CSV')} ولا ${ltr('Excel')}.`,
  picture: `هذه صورة، وليست ملف ${ltr('CSV')} ولا ${ltr('Excel')}.`,
  archive: `هذا ملف ${ltr('ZIP')} مضغوط، وليس ${ltr('CSV')} ولا ${ltr('Excel')}. فك ضغطه واختر الملف الذي فيه.`,
  'no-sheet': `في ملف ${ltr('Excel')} هذا رسوم فقط، وليس فيه ورقة بها خانات.`,
  'no-such-sheet': 'ليس في الملف ورقة بهذا الاسم. اختر الملف من جديد.',
  broken: `تعذرت قراءة ملف ${ltr('Excel')} هذا. افتحه واحفظه من جديد بصيغة ${ltr('.xlsx')} أو ${ltr('CSV')} ثم اختره.`,
  unpacked: `محتوى هذا الملف أكبر بكثير من حجمه. احفظه بصيغة ${ltr('CSV')} ثم اختره.`,
  'no-text': ({ about }) => `في الصف ${isolated(about)} رمز ليس نصًا. احذفه ثم اختر الملف من جديد.`,
  columns: ({ columns }) => `عدد الأعمدة في الملف أكثر من ${ltr(String(columns))}. احذف ما لا تحتاجه.`,
  cells: ({ cells }) =>
    `عدد الخانات في الملف أكثر من ${ltr(cells.toLocaleString('en'))}. احذف الأعمدة التي لا تحتاجها أو قسّمه.`,
  cell: ({ length }) => `عدد الحروف في خانة من الملف أكثر من ${ltr(length.toLocaleString('en'))}. اختصرها.`,
  slow: `قراءة هذا الملف أخذت وقتًا طويلًا. احفظه بصيغة ${ltr('CSV')} أو قسّمه.`,
  quote: ({ about }) => `علامة تنصيص قرب الصف ${isolated(about)} لم تُغلق.`,
  rows: ({ rows }) => `عدد الصفوف في الملف أكثر من ${ltr(rows.toLocaleString('en'))}. قسّمه.`,
  empty: 'الملف فارغ.',
  'no-such-row': ({ about }) => `الصف ${isolated(about)} في الملف فارغ. اختر صفًا آخر للعناوين.`,
  'headings-only': 'في الملف عناوين بلا صفوف.',
  'same-headings': ({ about }) => `عمودان باسم ${isolated(about)}. غيّر اسم أحدهما أو احذفه.`,
};
