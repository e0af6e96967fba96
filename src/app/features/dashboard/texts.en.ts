import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('dashboard', {
  title: 'Dashboard',
  createMonth: 'Create New Month',
  monthTitle: 'Current month',

  deskActions: 'At the desk',
  enrol: 'Enrol',
  newStudent: 'New student',
  sellBook: 'Sell a book',
  newExpense: 'Expense',

  weekTitle: ({ since }: { since: string }) => `Taken since ${since}`,

  startTitle: 'Getting started',
  startHide: 'Hide',
  hintDone: 'Done',
  hintOpen: 'Open',
  hintMarkDone: 'Done',
  hintStudents: 'Add your students',
  hintStudentsAbout: 'Name and phone are enough; courses and payments follow from there.',
  hintUsers: 'Add the people who work with you',
  hintUsersAbout: 'Each signs in with an address of their own, so that every payment has a name.',
  hintInstall: 'Install it on the tablets',
  hintInstallAbout: 'Open this address on each tablet and choose Install in the menu at your name.',

  waitsForNextMonth: 'No month is running. What is saved now waits for the next month.',
  incomeWaits: ({ amount, count }: { amount: string; count: number }) =>
    plural(count, {
      one: `# entry of the branch waits, with ${amount} received.`,
      other: `# entries of the branch wait, with ${amount} received.`,
    }),
  entriesWait: ({ count }: { count: number }) =>
    plural(count, { one: '# entry of the branch waits.', other: '# entries of the branch wait.' }),
  waitsBesides: 'For the next month:',
  pendingWaits: ({ amount }: { amount: string }) => `From this device, not sent yet: ${amount}.`,
  pendingEntriesWait: ({ count }: { count: number }) =>
    plural(count, {
      one: '# entry of this device is not sent yet.',
      other: '# entries of this device are not sent yet.',
    }),
  createNextMonth: 'Create the next month',

  // The line below the title: these follow the name of the month.
  noMonth: 'No month yet. Create one to begin.',
  running: ', running',
  runningOnDay: ({ day }: { day: number }) => `, running, day ${day}`,
  ended: ', ended',

  incomeLabel: 'Total income',
  incomeAbout: 'Payments received',
  franchiseLabel: 'Franchise expenses',
  franchiseAbout: 'General expenses',
  expensesLabel: 'Total expenses',
  expensesAbout: 'Books, salaries and general expenses',
  profitLabel: 'Total profit',
  profitAbout: 'Income less expenses',
  sameAs: ({ month }: { month: string }) => `The same as ${month}`,
  percent: ({ percent }: { percent: bigint }) => `${percent}%`,
  moreThan: ({ by, month }: { by: string; month: string }) => `${by} more than ${month}`,
  lessThan: ({ by, month }: { by: string; month: string }) => `${by} less than ${month}`,
  moreAlready: ({ by, month }: { by: string; month: string }) => `${by} more than all of ${month}`,
  lessSoFar: ({ by, month }: { by: string; month: string }) => `${by} less than all of ${month} so far`,

  todayTitle: 'Today',
  taken: ({ time }: { time: string }) => `Taken by you since ${time}`,
  takenToday: 'Taken by you today',
  takenOn: ({ day }: { day: string }) => `Taken by you on ${day}`,
  branchTakenToday: 'Taken by the branch today',
  branchTakenOn: ({ day }: { day: string }) => `Taken by the branch on ${day}`,
  takenByOthers: ({ count }: { count: number }) => plural(count, { one: '# other', other: '# others' }),
  readAsOf: ({ time }: { time: string }) => `as of ${time}`,
  takenCount: ({ count }: { count: number }) => plural(count, { one: '# payment', other: '# payments' }),
  takenWaiting: ({ amount }: { amount: string }) => `${amount} more waits to be sent from this device`,
  finishClose: 'Finish my close',
  waitingTitle: 'Waiting to be sent',
  needsYouTitle: 'Needs you',
  entries: ({ count }: { count: number }) => plural(count, { one: '# entry', other: '# entries' }),
  nothingWaits: 'Nothing',
  allClear: 'All clear',
  openDrawersTitle: 'Drawers not closed',
  drawers: ({ count }: { count: number }) => plural(count, { one: '# drawer', other: '# drawers' }),
  allClosed: 'All closed',

  debtsTitle: 'Debts to call about',
  noDebts: 'Nobody owes anything.',
  allDebts: 'All debts',
  endingTitle: 'To renew',
  endingCounts: ({ ending, ended }: { ending: number; ended: number }) =>
    `${ending} end within 14 days, ${ended} ended lately`,
  promisedTitle: 'Promised for today',
  promisedAmount: ({ amount }: { amount: string }) => `will pay ${amount}`,
  promisedSomething: 'will pay something',
  debtsSince: ({ count, days }: { count: number; days: number }) =>
    `${plural(count, { one: '# debt', other: '# debts' })}, the oldest ${plural(days, { one: '# day', other: '# days' })}`,
  noPhone: 'no phone number',
  call: 'Call',
  callPerson: ({ title, phone }: { title: string; phone: string }) => `Call ${title}, ${phone}`,
  paymentsTitle: 'Latest payments',
  noPayments: 'No payments yet.',
  receipt: ({ receipt }: { receipt: string }) => `Receipt ${receipt}`,
});
