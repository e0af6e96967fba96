import { defineMessages, plural } from '#contract/messages.ts';

/** The daily mail (decision 158). */
export const messages = defineMessages('dailyMail', {
  subject: ({ branch, day }: { branch: string; day: string }) => `${branch}: ${day}`,
  greeting: 'Hello,',
  about: ({ branch, day }: { branch: string; day: string }) => `this was ${day} at ${branch}.`,
  income: ({ amount }: { amount: string }) => `Income: ${amount}`,
  paidBack: ({ amount }: { amount: string }) => `Paid back: ${amount}`,
  movedByCredit: ({ amount }: { amount: string }) => `Moved by credit: ${amount}`,
  expenses: ({ amount }: { amount: string }) => `Expenses: ${amount}`,
  result: ({ amount }: { amount: string }) => `Result: ${amount}`,
  byMethod: 'By payment method',
  byPerson: 'By who took it in or paid it out',
  byCategory: 'Expenses by category',
  withoutCategory: 'Without a category',
  line: ({ name, amount }: { name: string; amount: string }) => `- ${name}: ${amount}`,
  inAndOut: ({ received, paidOut }: { received: string; paidOut: string }) =>
    `${received} in, ${paidOut} out`,
  drawers: 'Drawer closes',
  noCloses: 'Nobody closed a drawer.',
  closes: ({ closes }: { closes: number }) =>
    plural(closes, { one: '# close, without a difference.', other: '# closes, all without a difference.' }),
  differing: ({ closes, differing, difference }: { closes: number; differing: number; difference: string }) =>
    plural(closes, {
      one: `# close, with a difference of ${difference}.`,
      other: `# closes, ${differing} of them with a difference, ${difference} in all.`,
    }),
  difference: ({ name, amount, reason }: { name: string; amount: string; reason: string }) =>
    `- ${name}: ${amount}${reason === '' ? '' : ` (${reason})`}`,
  promised: ({ day }: { day: string }) => `Promised for today, ${day}`,
  nobody: 'Nobody promised to pay today.',
  promisedLine: ({ name, amount, total }: { name: string; amount: string; total: string }) =>
    amount === '' ? `- ${name}: owes ${total}` : `- ${name}: ${amount} promised, owes ${total}`,
  more: ({ count }: { count: number }) => `- and ${count} more`,
  backup: 'Newest backup',
  backupAge: ({ hours }: { hours: number }) =>
    plural(hours, { one: 'It is # hour old.', other: 'It is # hours old.' }),
  backupFresh: 'It is less than an hour old.',
  noBackup: 'There is none.',
  stop: ({ url }: { url: string }) =>
    `You get this mail because you switched it on. To stop it, open your profile and switch off "Daily mail": ${url}`,
});
