import type { FigureName } from '#contract/month.ts';
import type { PaperLanguage } from '../receipt/paper-messages.ts';

/** Lists the texts of accounts, salary slips and month reports on paper, in both languages. */
interface SheetMessages {
  readonly account: string;
  readonly salarySlip: string;
  readonly monthReport: string;
  readonly printedOn: string;
  readonly student: string;
  readonly employee: string;
  readonly month: string;
  readonly since: string;
  readonly day: string;
  readonly what: string;
  readonly price: string;
  readonly paid: string;
  readonly remaining: string;
  readonly total: string;
  readonly receipt: string;
  readonly plan: string;
  readonly partPaid: string;
  readonly partLeft: string;
  readonly salary: string;
  readonly deductions: string;
  readonly net: string;
  readonly signature: string;
  readonly byKind: string;
  readonly figures: Readonly<Record<FigureName, string>>;
}

export const sheetMessages: Readonly<Record<PaperLanguage, SheetMessages>> = {
  en: {
    account: 'Account',
    salarySlip: 'Salary slip',
    monthReport: 'Month report',
    printedOn: 'Printed on',
    student: 'Student',
    employee: 'Employee',
    month: 'Month',
    since: 'since',
    day: 'Date',
    what: 'For',
    price: 'Price',
    paid: 'Paid',
    remaining: 'Remaining',
    total: 'Total',
    receipt: 'receipt',
    plan: 'Plan: what is due when',
    partPaid: 'paid',
    partLeft: 'remaining',
    salary: 'Salary',
    deductions: 'Deductions',
    net: 'Net',
    signature: 'Signature',
    byKind: 'Revenue by kind',
    figures: {
      book_expenses: 'Book expenses',
      salaries: 'Salaries',
      franchise_expenses: 'Franchise expenses',
      expenses: 'Total expenses',
      book_revenue: 'Book revenue',
      home_schooling_revenue: 'Home schooling revenue',
      summer_course_revenue: 'Summer course revenue',
      adult_course_revenue: 'Adult course revenue',
      kids_course_revenue: 'Kids course revenue',
      nursery_revenue: 'Nursery revenue',
      bus_revenue: 'Bus revenue',
      revenue: 'Total revenue',
      total_net_profit: 'Net profit',
      debts: 'Total debts',
      book_debts: 'Book debts',
    },
  },
  ar: {
    account: 'كشف حساب',
    salarySlip: 'إيصال صرف مرتب',
    monthReport: 'تقرير الشهر',
    printedOn: 'طُبع في',
    student: 'الطالب',
    employee: 'الموظف',
    month: 'الشهر',
    since: 'منذ',
    day: 'التاريخ',
    what: 'البيان',
    price: 'السعر',
    paid: 'المدفوع',
    remaining: 'المتبقي',
    total: 'الإجمالي',
    receipt: 'إيصال',
    plan: 'خطة الدفع: كم ومتى',
    partPaid: 'مدفوع',
    partLeft: 'المتبقي',
    salary: 'المرتب',
    deductions: 'الخصومات',
    net: 'الصافي',
    signature: 'التوقيع',
    byKind: 'الإيرادات حسب النوع',
    figures: {
      book_expenses: 'مصروفات الكتب',
      salaries: 'المرتبات',
      franchise_expenses: 'المصروفات العامة',
      expenses: 'إجمالي المصروفات',
      book_revenue: 'إيرادات الكتب',
      home_schooling_revenue: 'إيرادات التعليم المنزلي',
      summer_course_revenue: 'إيرادات الكورسات الصيفية',
      adult_course_revenue: 'إيرادات كورسات الكبار',
      kids_course_revenue: 'إيرادات كورسات الأطفال',
      nursery_revenue: 'إيرادات الحضانة',
      bus_revenue: 'إيرادات الباص',
      revenue: 'إجمالي الإيرادات',
      total_net_profit: 'صافي الربح',
      debts: 'إجمالي الديون',
      book_debts: 'ديون الكتب',
    },
  },
};
