import {
  agreeing,
  counted,
  countedObject,
  drawer,
  enrolment,
  entry,
  noun,
  student,
} from '#contract/arabic/nouns.ts';
import { isolated, leading, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

const change = noun('تعديل واحد', 'تعديلان', 'تعديلات', 'تعديلًا', 'تعديل');
const employee = noun('موظف واحد', 'موظفان', 'موظفين', 'موظفًا', 'موظف');
const salary = noun('مرتب واحد', 'مرتبان', 'مرتبات', 'مرتبًا', 'مرتب');
const bonus = noun('مكافأة واحدة', 'مكافأتان', 'مكافآت', 'مكافأة');
const deduction = noun('خصم واحد', 'خصمان', 'خصومات', 'خصمًا', 'خصم');

export const monthTexts: Translation<typeof messages> = {
  amountsIn: 'المبالغ بالجنيه المصري',
  change: 'الفرق',
  percentMore: ({ percent }) => ltr(`+${percent}%`),
  percentLess: ({ percent }) => ltr(`−${percent}%`),
  nameLabel: 'الاسم',
  ok: 'موافق',
  createHelp: 'تُحسب الدفعات في هذا الشهر من الآن حتى تنهيه.',
  created: ({ name }) => `${leading(name)} جارٍ.`,
  endFirst: 'أنهِ الشهر الجاري أولًا لتبدأ شهرًا جديدًا.',
  needsConnection: 'الشهور تُعدّل فقط مع الاتصال بالسيرفر.',
  saved: ({ name }) => `تم حفظ الشهر: ${isolated(name)}.`,
  deleted: ({ name }) => `تم حذف الشهر: ${isolated(name)}.`,
  endMonth: 'إنهاء الشهر',
  endTitle: ({ name }) => `إنهاء الشهر: ${isolated(name)}`,
  endText: 'الإنهاء يثبّت هذه الأرقام. لا تُعدّل دفعات هذا الشهر بعدها إلا إن تراجعت.',
  ended: ({ name }) => `${leading(name)} انتهى.`,
  endedBefore: ({ name }) => `نفّذه السيرفر: ${isolated(name)} انتهى.`,
  endedElsewhere: ({ name }) => `${leading(name)} انتهى من قبل.`,
  undoMonth: 'التراجع عن الإنهاء',
  undoTitle: ({ name }) => `التراجع عن إنهاء: ${isolated(name)}`,
  undoText: 'التراجع يعيد فتح الشهر. الدفعات الجديدة تُحسب فيه حتى تنهيه مرة أخرى.',
  undone: ({ name }) => `${leading(name)} جارٍ من جديد.`,
  undoneBefore: ({ name }) => `نفّذه السيرفر: ${isolated(name)} جارٍ من جديد.`,
  undoneElsewhere: ({ name }) => `${leading(name)} جارٍ من جديد بالفعل.`,
  reasonHelp: 'يُحفظ مع اسمك.',
  waitingCount: ({ count }) => `${counted(count, entry)} في انتظار الشهر القادم`,
  waitingQuestion: 'تُحسب في أي شهر؟',
  waitingReceived: ({ amount }) => `المحصل ${amount}`,
  waitingPaid: ({ amount }) => `المدفوع ${amount}`,
  waitingStays: 'في الشهر القادم: تبقى في الانتظار',
  waitingMoves: ({ name }) => `في ${isolated(name)}`,
  pending: ({ count }) =>
    `لا تشمل هذه الأرقام ${countedObject(count, { ...change, one: 'تعديلًا واحدًا' })} على هذا الجهاز. ما يصل بعد انتهاء الشهر يُحسب في التالي.`,
  seePending: 'عرض ما ينتظر',
  checklist: 'راجع قبل إنهاء الشهر',
  checklistLoading: 'جارٍ البحث عما لم يكتمل',
  nothingOpen: 'كل شيء مكتمل.',
  otherDevices: 'ما لم يُرسل بعد من الأجهزة الأخرى لا يظهر إلا عليها. اسأل عند كل جهاز قبل إنهاء الشهر.',
  unpaidEmployees: ({ count }) => `${counted(count, employee)} بدون مرتب هذا الشهر`,
  partlyPaid: ({ count }) => `${counted(count, salary)} صُرف جزء ${agreeing(count, 'منه', 'منهما', 'منها')}`,
  withLeft: ({ text, amount }) => `${text}، الباقي ${amount}`,
  openBonuses: ({ count }) => `${counted(count, bonus)} ${agreeing(count, 'لم تُصرف', 'لم تُصرفا', 'لم تُصرف')}`,
  openDeductions: ({ count }) =>
    `${counted(count, deduction)} ${agreeing(count, 'مفتوح', 'مفتوحان', 'مفتوحة', 'مفتوحًا')}`,
  openDrawers: ({ count }) =>
    `${counted(count, drawer)} ${agreeing(count, 'لم يُقفّل', 'لم يُقفّلا', 'لم تُقفّل')}`,
  owingPayouts: ({ count }) => `كتب لم يُسدد ثمنها بالكامل: ${count}`,
  unpaidEnrolments: ({ count, kind }) => `${counted(count, enrolment)} بدون دفعة: ${kind}`,
  writes: 'ما سُجّل بعد التراجع',
  writesLoading: 'جارٍ تحميل ما سُجّل',
  noWrites: 'لم يُسجّل شيء بعد التراجع.',
  moreWrites: ({ count }) => `سجلات أخرى لا تظهر: ${count}.`,
  wroteCreated: 'سُجّل',
  wroteChanged: 'عُدّل',
  wroteDeleted: 'حُذف',
  changes: 'منذ إعادة فتحه',
  reopenedOn: ({ day }) => `أُعيد فتحه ${ltr(day)}`,
  by: 'بواسطة',
  figuresUnchanged: 'أرقامه كما كانت.',
  expenses: 'المصروفات',
  revenue: 'الإيرادات',
  result: 'النتيجة',
  debts: 'الديون',
  debtsOfMonth: 'من اشتراكات وكتب هذا الشهر.',
  allDebts: ({ amount, count }) => `إجمالي ما على الطلاب ${amount}، على ${countedObject(count, student)}`,
};
