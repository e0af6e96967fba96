import { copy, counted, debt, enrolment, noun, payment } from '../arabic/nouns.ts';
import { isolated, leading, ltr } from '../arabic/wording.ts';
import type { Translation } from '../messages.ts';
import type { sentences } from './sentences.en.ts';

const newRecord = noun('سجل جديد واحد', 'سجلان جديدان', 'سجلات جديدة', 'سجلًا جديدًا', 'سجل جديد');

const price = noun('سعر واحد', 'سعران', 'أسعار', 'سعرًا', 'سعر');

export const arabicSentences: Translation<typeof sentences> = {
  // Fields
  notMoney: 'ليس مبلغًا',
  amountSuchAs: `اكتب مبلغًا مثل ${ltr('1250')} أو ${ltr('1250.50')}`,
  amountTooLarge: `بحد أقصى ${ltr('99,999,999.99')}`,
  wholeNumber: 'اكتب عددًا صحيحًا من 1 فأكثر',
  wholeNumberOrNone: 'اكتب عددًا صحيحًا، أو 0',
  quantityTooLarge: `بحد أقصى ${ltr('999,999')}`,
  notInList: 'اختر من القائمة',
  yearBetween: ({ from, until }) => `راجع السنة: تكون بين ${from} و${until}`,
  dateSuchAs: `اكتب تاريخًا مثل ${ltr('30/11/2026')}`,
  phoneSuchAs: `اكتب رقم تليفون مثل ${ltr('01012345678')} أو اتركه فارغًا`,
  yesOrNo: 'اختر نعم أو لا',
  bookNameTooShort: 'الاسم حرفان على الأقل',
  categoryMissing: 'اختر النوع',
  subjectMissing: 'اختر المادة',
  levelMissing: 'اختر المستوى',
  quantityMissing: 'اكتب الكمية',
  paidAmountMissing: 'اكتب المبلغ المدفوع',
  relatedRecordMissing: 'اختر ما يُدفع له',
  dayMissing: 'اختر اليوم',
  notOfStudent: 'هذا ليس من بيانات الطالب',

  // Rules
  onlyRemains: ({ amount }) => `المتبقي ${amount} فقط.`,
  nothingRemains: 'لا يتبقى شيء للدفع.',
  deductionsAboveSalary: ({ name, deducted, salary }) =>
    `خصومات ${isolated(name)} مجموعها ${deducted}، أكثر من المرتب ${salary}. قلّل خصمًا أو احذفه أولًا.`,
  takenAboveSalary: ({ name, taken, left }) =>
    `خصومات وسلف ${isolated(name)} مجموعها ${taken}، أكثر من المستحق ${left}. قلّل واحدًا أو احذفه أولًا.`,
  salaryPaidUp: ({ name }) => `صُرف مرتب ${isolated(name)} لهذا الشهر بالكامل.`,
  onlyLeftOfSalary: ({ amount }) => `الباقي للصرف ${amount} فقط.`,
  onlyLeftForAdvance: ({ amount }) => `الباقي من المرتب القادم للسلف ${amount} فقط.`,
  nothingLeftForAdvance: 'لم يبق من المرتب القادم شيء للسلف.',
  advancesUncovered: ({ advanced, missing }) =>
    `صُرفت سلف بمبلغ ${advanced}. مع هذا يقل المرتب القادم عنها بمبلغ ${missing}.`,
  mostRefundable: ({ amount }) => `يمكن رد ${amount} بحد أقصى.`,
  nothingRefundable: 'لم يُدفع شيء يمكن رده.',
  alreadyRefunded: ({ amount }) => `رُدّ منه ${amount}. لا يقل عن ذلك.`,
  keptAbovePrice: ({ price }) => `لا يُحتفظ بأكثر من السعر ${price}`,
  backExactly: ({ amount }) => `المبلغ الراجع ${amount} بالضبط: يُرد أو يبقى رصيدًا أو الاثنان معًا.`,
  nothingBack: 'لا يرجع شيء: المدفوع ليس أكثر مما يُحتفظ به.',
  onlyCredit: ({ amount }) => `الرصيد ${amount} فقط.`,
  noCredit: 'لا يوجد رصيد.',
  moreThanOut: ({ copies }) => `المُسلَّم ${counted(copies, copy)} فقط.`,
  stockTooLow: ({ stock }) => `في المخزن ${counted(stock, copy)} فقط.`,

  // Terms
  endsBeforeStart: ({ start }) => `يبدأ في ${ltr(start)}: اختر هذا اليوم أو يومًا بعده.`,
  alreadyRenewed: ({ name, receipt }) => `${leading(name)} تم تجديده من قبل، بإيصال ${isolated(receipt)}.`,
  renewsOfStudentWhoLeft: ({ name, day }) =>
    `${leading(name)} ترك المكان في ${ltr(day)}. سجّل أنه رجع، ثم جدّد.`,
  renewsOtherStudent: 'التجديد لنفس الطالب. سجّل اشتراكًا جديدًا لطالب آخر.',
  renewalReceipt: 'تجديد',
  noRenewals: 'اختر اشتراكًا واحدًا على الأقل لتجديده',
  tooManyRenewals: ({ limit }) => `${counted(limit, enrolment)} بحد أقصى في المرة`,
  renewsNothingElse: 'التجديد للاشتراكات فقط',

  // Months
  monthInProgress: 'يوجد شهر جارٍ، أنهِه أولًا لتبدأ شهرًا جديدًا.',
  monthHasEnded: ({ name }) => `${leading(name)} انتهى. تراجع عن إنهاء الشهر لتعديل سجلاته.`,
  since: ({ start }) => `منذ ${ltr(start)}`,
  monthStatus: 'طلب غير صحيح',
  monthOfWaiting: 'طلب غير صحيح',

  // Collections
  noPayments: 'اختر دينًا واحدًا على الأقل',
  tooManyPayments: ({ limit }) => `${counted(limit, debt)} بحد أقصى في المرة`,
  noNewRecords: 'اذكر السجلات الجديدة واحدًا واحدًا',
  tooManyNewRecords: ({ limit }) => `${counted(limit, newRecord)} بحد أقصى على إيصال واحد`,
  nothingPaid: 'اكتب مبلغًا أكبر من صفر',
  paidTwice: 'هذا الدين مكرر في القائمة. ادفعه مرة واحدة.',
  takesNoPayments: 'لا يُحصّل لهذا',
  tooManyTenders: ({ limit }) => `${counted(limit, payment)} بحد أقصى`,
  notAPhoto: `الصورة ملف ${ltr('JPEG')} لا يزيد على ${ltr('200')} كيلوبايت، ولا ضلعها على ${ltr('4,000')} بكسل.`,
  tendersDiffer: 'الدفعات لا تساوي المجموع',
  oneMethodOrParts: 'اذكر طريقة واحدة أو الدفعات',
  unknownPart: 'هذا السيرفر لا يعرف هذا الجزء من التحصيل',

  // Plans
  noParts: 'أضف دفعة واحدة على الأقل',
  tooManyParts: ({ limit }) => `${counted(limit, payment)} بحد أقصى`,
  partWithoutDay: 'لكل دفعة يوم',
  partWithoutAmount: 'لكل دفعة مبلغ أكبر من صفر',
  partsNotInOrder: 'رتّب الأيام بلا تكرار',
  methods: {
    cash: 'نقدًا',
    credit: 'من الرصيد',
    creditReserved: 'الرصيد طريقة موجودة بالفعل',
    cashTwice: 'النقد موجود بالفعل',
    unknown: 'الفرع لا يقبل هذه الطريقة. اختر طريقة أخرى.',
    removed: ({ name }) => `أُزيلت ${isolated(name)} من طرق الدفع. اختر طريقة أخرى.`,
    referenceMissing: ({ name }) => `اكتب رقم عملية ${isolated(name)}`,
  },
  lists: {
    idWrong: `استخدم حتى 40 من الحروف ${ltr('a-z')} والأرقام`,
    nameMissing: 'اكتب اسمها',
    twice: 'هذه مكررة في القائمة',
    tooMany: ({ limit }) => `${limit} بحد أقصى`,
    unknown: 'هذه ليست في قائمة الفرع. اختر غيرها.',
    removed: ({ name }) => `أُزيلت ${isolated(name)} من القائمة. اختر غيرها.`,
  },
  prices: {
    discountMissing: 'اكتب قيمة الخصم',
    listPriceMissing: 'اكتب سعر القائمة الذي يُخصم منه',
    discountAboveList: ({ amount }) => `الخصم أكبر من سعر القائمة ${amount}`,
    discountDiffers: ({ amount }) => `سعر القائمة بعد الخصم ${amount}، وليس السعر المكتوب`,
    reasonMissing: 'اختر سبب الخصم',
    percentSuchAs: 'اكتب نسبة من 0 إلى 100، مثل 10 أو 12.5',
    kindWrong: 'اختر نوع الاشتراك',
    tooManyPrices: ({ limit }) => `${counted(limit, price)} بحد أقصى`,
    priceTwice: 'هذا مكرر في القائمة',
    noSuchCondition: ({ label }) => `هذا النوع بلا ${label}`,
  },
};
