import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('charts', {
  showTable: 'Show as a table',
  revenue: 'Revenue',
  expenses: 'Expenses',
  profit: 'Profit',

  monthsTitle: 'Revenue, expenses and profit',
  newestMonths: ({ shown, count }: { shown: number; count: number }) =>
    `The newest ${shown} of ${count} months.`,
  monthsScroll: 'Chart, scrolls sideways',
  monthsPlot: ({ count }: { count: number }) =>
    `Bar chart of ${plural(count, { one: 'one month', other: '# months' })}: revenue and expenses, with the profit as a line, in L.E.`,
  monthsTable: 'Figures by month',
  monthSums: (month: { name: string; revenue: string; expenses: string; result: string }) =>
    `${month.name}: revenue ${month.revenue}, expenses ${month.expenses}, ${month.result}`,
  runningMonthSums: (month: { name: string; revenue: string; expenses: string; result: string }) =>
    `${month.name} so far: revenue ${month.revenue}, expenses ${month.expenses}, ${month.result}`,
  profitOf: ({ amount }: { amount: string }) => `a profit of ${amount}`,
  lossOf: ({ amount }: { amount: string }) => `a loss of ${amount}`,
  bestAndWeakest: (months: { best: string; bestResult: string; weakest: string; weakestResult: string }) =>
    `Best month: ${months.best} with ${months.bestResult}. Weakest: ${months.weakest} with ${months.weakestResult}.`,

  incomeByDay: 'Income by day',
  daysScroll: 'Chart of days, scrolls sideways',
  daysPlot: ({ count }: { count: number }) =>
    `Line chart of the income of ${plural(count, { one: 'one day', other: '# days' })}, in L.E.`,
  daysSumsPlot: ({ count }: { count: number }) =>
    `Bar chart of ${plural(count, { one: 'one day', other: '# days' })}: revenue and expenses, with the profit as a line, in L.E.`,
  daysTable: 'Figures by day',
  day: 'Day',
  income: 'Income',
  bestDay: ({ day, amount }: { day: string; amount: string }) => `Best day: ${day}, ${amount}.`,
  noIncome: 'Nothing has come in on these days.',
  outsideIncome: ({ amount }: { amount: string }) => `${amount} is dated before or after these days.`,
  pendingIncome: ({ amount }: { amount: string }) => `${amount} that waits to be sent is not in it yet.`,

  revenueByKind: 'Revenue by kind',
  noRevenue: ({ month }: { month: string }) => `${month}: nothing has come in yet.`,
  kind: 'Kind',
  share: 'Share',
  total: 'Total',
});
