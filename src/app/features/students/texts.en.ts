import { defineMessages, plural } from '#contract/messages.ts';
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
  merge: {
    open: 'Merge with a duplicate',
    title: 'Merge two students',
    about:
      'All enrolments, payments and books of both come together on one page. The other record is removed.',
    other: 'Duplicate of this student',
    staysLegend: 'Which record stays?',
    stays: ({ code, name }: { code: string; name: string }) => `${code}, ${name}`,
    fieldsLegend: 'Which details are kept?',
    nothingDiffers: 'All other details are the same.',
    empty: 'Empty',
    undoHint: 'It can be undone as long as nothing new is recorded for this student.',
    submit: 'Merge students',
    merging: 'Merging…',
    needsConnection: 'You are offline. Students are merged with a connection only.',
    merged: ({ name, count }: { name: string; count: number }) =>
      plural(count, {
        one: `Students merged: ${name}. # record was moved.`,
        other: `Students merged: ${name}. # records were moved.`,
      }),
    mergedWith: ({ name, code }: { name: string; code: string }) => `Merged with ${name} (${code})`,
    byOn: ({ by, day }: { by: string; day: string }) => `by ${by} on ${day}`,
    undo: 'Undo merge',
    undone: ({ name }: { name: string }) => `Merge undone: ${name} is back.`,
    mergedInto: ({ name }: { name: string }) => `This record was merged into ${name}.`,
    openStudent: ({ name }: { name: string }) => `Open ${name}`,
  },
  statement: {
    title: 'Statement',
    plural: 'Statements',
    loading: 'Loading the statement',
    emptyTitle: 'No movements yet',
    emptyAbout: 'Every price, payment and refund of this student will be listed here.',
    neverRead: 'This statement was never read here. It shows when the connection is back.',
    notSent: ({ count }: { count: number }) =>
      plural(count, {
        one: '# entry of this student is not sent yet and is not in this statement.',
        other: '# entries of this student are not sent yet and are not in this statement.',
      }),

    creditAfter: ({ credit }: { credit: string }) => `, ${credit} after it`,
    /** Precedes the name of the student whose credit paid. */
    creditOf: 'Credit of',
    /** Precedes the name of the student for whom the credit was used. */
    usedFor: 'Used for',
    anotherStudent: 'another student',

    showReversed: ({ count }: { count: number }) => `Show what was taken back (${count})`,
    reversedOn: ({ when }: { when: string }) => `Taken back on ${when}`,
  },
  transfer: {
    open: 'Transfer to another branch',
    about: 'The student gets a record in the other branch. Here they count as left from today.',
    goes: 'Goes along',
    goesText: 'Name, birthdate, parents, phones and address.',
    stays: 'Stays here',
    staysText: 'Enrolments, payments, debts and credit.',
    owed: 'Owed here',
    credit: 'Credit here',
    branch: 'Branch',
    chooseBranch: 'Choose a branch',
    pending:
      'A change of this student is not sent yet. The other branch gets the student as the server knows them now.',
    submit: 'Transfer',
    needsConnection: 'You are offline. Students are transferred with a connection only.',
    notDone: 'The student was not transferred. Try again.',
    to: ({ branch, day, code }: { branch: string; day: string; code: string }) =>
      `Transferred to ${branch} on ${day}, there ${code}.`,
    toBy: ({ branch, day, code, by }: { branch: string; day: string; code: string; by: string }) =>
      `Transferred to ${branch} on ${day} by ${by}, there ${code}.`,
    onTheWay: ({ branch, day }: { branch: string; day: string }) =>
      `On the way to ${branch} since ${day}. The transfer finishes by itself.`,
    from: ({ branch, day, code }: { branch: string; day: string; code: string }) =>
      `Came from ${branch} on ${day}, there ${code}.`,
    owedHere: ({ amount }: { amount: string }) => `${amount} was owed here.`,
    owedThere: ({ amount }: { amount: string }) => `${amount} was owed there.`,
    creditHere: ({ amount }: { amount: string }) => `${amount} was kept as credit here.`,
    creditThere: ({ amount }: { amount: string }) => `${amount} was kept as credit there.`,
    list: 'Transfers between branches',
    unread: 'It could not be read whether the student was transferred.',
  },
});
