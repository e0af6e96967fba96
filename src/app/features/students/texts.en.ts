import { defineMessages } from '#contract/messages.ts';
import { formatMoney } from '#contract/money.ts';

export const messages = defineMessages('students', {
  codePending: 'Code comes once it is sent',
  neverOpened: 'Some installments may be missing.',

  notFoundTitle: 'This student is not here',
  notFoundAbout: 'It may have been deleted, or the address is wrong. Look for the name in the list.',
  goToList: ({ plural }: { plural: string }) => `Go to ${plural.toLowerCase()}`,

  person: 'Person',
  phone: 'Phone',
  father: 'Father',
  mother: 'Mother',
  noPhone: 'No number is known. Add one with Edit.',
  birthdate: 'Birthdate',
  address: 'Address',

  takePaymentFor: ({ title }: { title: string }) => `Take payment for ${title}`,
  enrol: 'Enrol',
  renewAccount: ({ title }: { title: string }) => `Renew ${title}`,
  chooseEnrolment: 'Enrol in',

  notes: 'Plans and promises',
  promised: ({ day }: { day: string }) => `Will pay on ${day}`,
  promisedAmount: ({ day, amount }: { day: string; amount: string }) => `Will pay ${amount} on ${day}`,
  plan: 'Payment plan',
  planFor: ({ title }: { title: string }) => `Payment plan for ${title}`,
  planOf: ({ kind }: { kind: string }) => `Payment plan, ${kind}`,
  planPart: ({ day, amount, paid }: { day: string; amount: string; paid: boolean }) =>
    `${amount} on ${day}${paid ? ', paid' : ''}`,
  planMisfit: ({ over }: { over: bigint }) =>
    over > 0n
      ? `The parts come to ${formatMoney(over)} more than is owed. Change the plan.`
      : `${formatMoney(-over)} is not planned. Change the plan.`,
  priceLowered: ({ from, to }: { from: string; to: string }) => `Price lowered from ${from} to ${to}:`,
  approvedBy: 'approved by',
  promiseIs: ({ promised, state }: { promised: string; state: string }) => `${promised}: ${state}`,
  promiseOpen: 'open',
  promiseKept: 'kept',
  promiseBroken: 'not kept',
  promiseWithdrawn: 'withdrawn',
  reminded: ({ channel }: { channel: string }) => `Reminded: ${channel}`,

  sums: 'Account',
  totalRemaining: 'Total remaining',
  totalPaid: 'Total paid',
  nextDue: 'Next due',
  nextPart: ({ amount, day }: { amount: string; day: string }) => `${amount} on ${day}`,
  siblings: 'Siblings:',
  timeline: 'Timeline',
  showAll: ({ count }: { count: number }) => `Show all ${count}`,
  stillOwed: 'Still owed',
  asFarAsKnown: 'As far as is known',
  nothingOwed: 'Nothing owed',
  countsPending: 'Includes amounts not sent yet',
  amountMissing: 'Without an amount that the server will work out',
  withoutUnread: ({ names }: { names: string }) => `Without ${names}, which could not be read`,
  mayBeMore: ({ names }: { names: string }) => `May owe more: some ${names} are not on this device`,

  enrolments: 'Enrolments',
  payouts: 'Book Payouts',
  loadingEnrolments: 'Loading enrolments',
  noneKnownTitle: 'Not on this device',
  noneKnownAbout:
    'What this student was enrolled in was never read here. It shows when the connection is back.',
  noneYetTitle: 'No enrolments yet',
  noneYetAbout: 'Enrol the student to start taking payments.',

  paid: 'Paid',
  refundOf: ({ title }: { title: string }) => `Refund of ${title}`,
  returnsAccount: ({ title }: { title: string }) => `Return books: ${title}`,
  leavesAccount: ({ title }: { title: string }) => `Leaves the course: ${title}`,
  credit: 'Credit',
  editAccount: ({ title }: { title: string }) => `Edit ${title}`,
  receiptPrefix: 'receipt ',
  printAccount: 'Print the account',
  receiptOf: ({ title }: { title: string }) => `Receipt of ${title}`,
});
