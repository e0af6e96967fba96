import type { Translation } from '../messages.ts';
import type { figureTexts } from './figures.en.ts';

export const arabicFigures: Translation<typeof figureTexts> = {
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
  refunds: 'المبالغ المستردة',
  total_net_profit: 'صافي الربح',
  debts: 'إجمالي الديون',
  book_debts: 'ديون الكتب',
};
