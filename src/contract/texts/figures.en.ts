import { defineMessages } from '../messages.ts';

/** Headings of Work History (specification, section 2). */
export const figureTexts = defineMessages('figures', {
  book_expenses: 'Book Expenses',
  salaries: 'Salaries',
  franchise_expenses: 'Franchise Expenses',
  expenses: 'Total Expenses',
  book_revenue: 'Book Revenue',
  home_schooling_revenue: 'Home Schooling Revenue',
  summer_course_revenue: 'Summer Course Revenue',
  adult_course_revenue: 'Adult_course Revenue',
  kids_course_revenue: 'Kids Course Revenue',
  nursery_revenue: 'Nursery Revenue',
  bus_revenue: 'Bus Revenue',
  revenue: 'Total Revenue',
  refunds: 'Refunds',
  total_net_profit: 'Total Net Profit',
  debts: 'Total Debts',
  book_debts: 'Book Debts',
});
