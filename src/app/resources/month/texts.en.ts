import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('month', {
  amountsIn: 'Amounts in L.E.',
  change: 'Change',
  percentMore: ({ percent }: { percent: bigint }) => `+${percent}%`,
  percentLess: ({ percent }: { percent: bigint }) => `−${percent}%`,
  nameLabel: 'Name',
  ok: 'OK',

  createHelp: 'Payments count in this month from now on, until you end it.',
  created: ({ name }: { name: string }) => `${name} is running.`,
  endFirst: 'End the running month first to create a new one.',
  needsConnection: 'Months can be changed only with a connection to the server.',

  saved: ({ name }: { name: string }) => `Month saved: ${name}.`,
  deleted: ({ name }: { name: string }) => `Month deleted: ${name}.`,

  endMonth: 'End Month',
  endTitle: ({ name }: { name: string }) => `End Month: ${name}`,
  endText: "Ending locks these figures. Payments of this month can't be changed after that, unless you undo.",
  ended: ({ name }: { name: string }) => `${name} has ended.`,
  endedBefore: ({ name }: { name: string }) => `The server has carried it out: ${name} has ended.`,

  endedElsewhere: ({ name }: { name: string }) => `${name} has already ended.`,

  undoMonth: 'Undo Month',
  undoTitle: ({ name }: { name: string }) => `Undo Month: ${name}`,
  undoText: 'Undo reopens the month. New payments count in it until you end it again.',
  undone: ({ name }: { name: string }) => `${name} is running again.`,
  undoneBefore: ({ name }: { name: string }) => `The server has carried it out: ${name} is running again.`,
  undoneElsewhere: ({ name }: { name: string }) => `${name} is running again already.`,
  reasonHelp: 'Saved with your name.',
  waitingCount: ({ count }: { count: number }) =>
    plural(count, {
      one: '# entry waits for the next month',
      other: '# entries wait for the next month',
    }),
  waitingQuestion: 'Where does that belong?',
  waitingReceived: ({ amount }: { amount: string }) => `${amount} received`,
  waitingPaid: ({ amount }: { amount: string }) => `${amount} paid out`,
  waitingStays: 'To the next month: leave it waiting',
  waitingMoves: ({ name }: { name: string }) => `To ${name}`,

  pending: ({ count }: { count: number }) =>
    plural(count, {
      one: '# change is still on this device and not in these figures. What arrives after the month has ended counts in the next one.',
      other:
        '# changes are still on this device and not in these figures. What arrives after the month has ended counts in the next one.',
    }),
  seePending: 'See what waits',

  checklist: 'Before it ends',
  checklistLoading: 'Looking for what is still open',
  nothingOpen: 'Nothing is open.',
  otherDevices:
    'What is not sent yet from other devices is known on them alone. Ask at each before you end it.',
  unpaidEmployees: ({ count }: { count: number }) =>
    plural(count, {
      one: '# employee without a salary this month',
      other: '# employees without a salary this month',
    }),
  partlyPaid: ({ count }: { count: number }) =>
    plural(count, { one: '# salary paid in part', other: '# salaries paid in part' }),
  withLeft: ({ text, amount }: { text: string; amount: string }) => `${text}, ${amount} left`,
  openBonuses: ({ count }: { count: number }) =>
    plural(count, { one: '# bonus not paid yet', other: '# bonuses not paid yet' }),
  openDeductions: ({ count }: { count: number }) =>
    plural(count, { one: '# open deduction', other: '# open deductions' }),
  openDrawers: ({ count }: { count: number }) =>
    plural(count, { one: '# drawer is not closed', other: '# drawers are not closed' }),
  owingPayouts: ({ count }: { count: number }) =>
    plural(count, { one: '# book payout with a debt', other: '# book payouts with a debt' }),
  unpaidEnrolments: ({ count, kind }: { count: number; kind: string }) =>
    plural(count, {
      one: `# enrolment without a payment: ${kind}`,
      other: `# enrolments without a payment: ${kind}`,
    }),

  writes: 'What was written after the undo',
  writesLoading: 'Loading what was written',
  noWrites: 'Nothing was written after the undo.',
  moreWrites: ({ count }: { count: number }) => `${count} more are not shown.`,
  wroteCreated: 'recorded',
  wroteChanged: 'changed',
  wroteDeleted: 'deleted',

  changes: 'Since it was reopened',
  reopenedOn: ({ day }: { day: string }) => `Reopened on ${day}`,
  /** Precedes the name of the user who re-opened the month. */
  by: 'by',
  figuresUnchanged: 'Its figures are what they were before.',

  expenses: 'Expenses',
  revenue: 'Revenue',
  result: 'Result',
  debts: 'Debts',
  debtsOfMonth: 'Of the enrolments and books of this month.',
  allDebts: ({ amount, count }: { amount: string; count: number }) =>
    `In all ${amount} ${plural(count, { one: 'is owed by # student', other: 'are owed by # students' })}`,
  charts: {
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
  },
});
