import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('salaries', {
  printSlip: 'Print the slip',
  salary: 'Salary',
  deductions: 'Deductions',
  counted: ({ label, count }: { label: string; count: number }) => `${label} (${count})`,
  net: 'Net',
  openPay: 'Not settled yet',
  nextSalary: 'Next salary',
  paidNow: 'Paid now',
  rest: 'Left of this salary',
  deductedLater: ({ amount }: { amount: string }) =>
    `Deductions of ${amount} are more than what is left here. The next salary takes them off.`,
  amountHelp: 'All that is left, or a part of it.',
  deductionsUnknown:
    'This device does not know which deductions are open. The server works the amount out when it is sent.',
  openUnknown:
    'This device does not know what is open for this employee. The server works the amount out when it is sent.',
  about: 'Everybody who works here or did this month, with what is left of the salary of this month.',
  all: 'All of them',
  toPay: 'To pay',
  pay: ({ count, total }: { count: number; total: string }) =>
    count === 0 ? 'Pay' : `Pay ${count} · ${total}`,
  isPaid: 'Paid in full for this month',
  needsYou: 'Needs you: Sync shows why',
  nothingLeft: 'Nothing is left to pay: all of it was taken off',
  unknown: 'What is open for this employee is not on this device. Connect once, and it stays here.',
  needsServer: 'The employees are not on this device. Connect once, and they stay here.',
  nobodyTitle: 'No employees yet',
  nobody: 'Add the employees first. Their salaries are then paid here.',
  paid: ({ count }: { count: number }) => plural(count, { one: '# salary paid.', other: '# salaries paid.' }),
  waiting: ({ count }: { count: number }) =>
    plural(count, { one: '# salary waits to be sent.', other: '# salaries wait to be sent.' }),
  refused: ({ count }: { count: number }) =>
    plural(count, { one: '# was refused: Sync shows why.', other: '# were refused: Sync shows why.' }),
});
