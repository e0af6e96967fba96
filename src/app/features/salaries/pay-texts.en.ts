import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('paySalaries', {
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
