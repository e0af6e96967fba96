import { countedObject, day, month } from '#contract/arabic/nouns.ts';
import { isolated, leading } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const chartsTexts: Translation<typeof messages> = {
  showTable: 'عرض كجدول',
  revenue: 'الإيرادات',
  expenses: 'المصروفات',
  profit: 'الربح',
  monthsTitle: 'الإيرادات والمصروفات والربح',
  newestMonths: ({ shown, count }) => `أحدث ${shown} من ${countedObject(count, month)}.`,
  monthsScroll: 'رسم بياني، يتحرك جانبيًا',
  monthsPlot: ({ count }) =>
    `رسم أعمدة لـ ${countedObject(count, month)}: الإيرادات والمصروفات، والربح كخط، بالجنيه.`,
  monthsTable: 'الأرقام بالشهر',
  monthSums: ({ name, revenue, expenses, result }) =>
    `${leading(name)}: إيرادات ${revenue}، مصروفات ${expenses}، ${result}`,
  runningMonthSums: ({ name, revenue, expenses, result }) =>
    `${leading(name)} حتى الآن: إيرادات ${revenue}، مصروفات ${expenses}، ${result}`,
  profitOf: ({ amount }) => `ربح ${amount}`,
  lossOf: ({ amount }) => `خسارة ${amount}`,
  bestAndWeakest: ({ best, bestResult, weakest, weakestResult }) =>
    `أفضل شهر: ${isolated(best)}، ${bestResult}. الأضعف: ${isolated(weakest)}، ${weakestResult}.`,
  incomeByDay: 'الدخل اليومي',
  daysScroll: 'رسم الأيام، يتحرك جانبيًا',
  daysPlot: ({ count }) => `رسم خطي لدخل ${countedObject(count, day)}، بالجنيه.`,
  daysSumsPlot: ({ count }) =>
    `رسم أعمدة لـ ${countedObject(count, day)}: الإيرادات والمصروفات، والربح كخط، بالجنيه.`,
  daysTable: 'الأرقام باليوم',
  day: 'اليوم',
  income: 'الدخل',
  bestDay: ({ day: best, amount }) => `أفضل يوم: ${isolated(best)}، ${amount}.`,
  noIncome: 'لم يدخل شيء في هذه الأيام.',
  outsideIncome: ({ amount }) => `${amount} بتاريخ قبل هذه الأيام أو بعدها.`,
  pendingIncome: ({ amount }) => `${amount} في انتظار الإرسال وليست ضمنه بعد.`,
  revenueByKind: 'الإيرادات حسب النوع',
  noRevenue: ({ month: name }) => `${leading(name)}: لم يدخل شيء بعد.`,
  kind: 'النوع',
  share: 'النسبة',
  total: 'الإجمالي',
};
