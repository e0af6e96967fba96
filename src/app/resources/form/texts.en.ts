import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('form', {
  nextNumber: 'Next number',
  endsByPeriod: ({ day }: { day: string }) => `By its period on ${day}, if this stays empty.`,
  openReceipt: 'Receipt',
  saveChanges: 'Save changes',
  saveAndEnrol: 'Save and enrol',
  saveAndPrint: 'Save and print',
  asLastTime: ({ text }: { text: string }) => `As last time: ${text}`,
  remaining: 'Remaining Amount',
  tooMuch: ({ amount }: { amount: string }) => `${amount} too much`,

  savedRecord: ({ kind, title }: { kind: string; title: string }) => `${kind} saved: ${title}.`,
  savedAmount: ({ kind, amount }: { kind: string; amount: string }) => `${kind} saved: ${amount}.`,
  saved: ({ kind }: { kind: string }) => `${kind} saved.`,
  otherUser: 'Another user has signed in on this device. Nothing was saved. Reload this page and sign in.',
  refused: 'The server refused this. Check the form and try again.',
  sentAlready: 'It was sent already.',

  refusedAfterLeaving: ({ kind, title }: { kind: string; title: string }) =>
    `${kind} refused: ${title}. Sync shows why.`,
  notStoredAfterLeaving: ({ reason }: { reason: string }) =>
    `${reason} What you typed is kept: open the form again.`,

  keptOfNew: ({ time }: { time: string }) => `You started this ${time} and did not save it.`,
  keptOfChange: ({ time }: { time: string }) => `You started this change ${time} and did not save it.`,
  resumedNew: ({ time }: { time: string }) => `This is what you started ${time}. It is not saved yet.`,
  resumedChange: ({ time }: { time: string }) =>
    `These are your changes of ${time}, made on the record as it was then. They are not saved yet.`,
  continueKept: 'Continue',
  startAnew: 'Start anew',

  leaveWhileSendingTitle: 'It is being sent',
  leaveWhileSendingText: 'Nothing is lost if you leave. Sync shows how it ends.',
  leaveWhileSendingConfirm: 'It is being sent. Nothing is lost if you leave. Sync shows how it ends.',
  waitHere: 'Wait here',

  leaveTitle: 'Leave without saving?',
  leaveText: 'What you typed here has not been saved and will be lost.',
  leaveConfirm: 'Leave without saving? What you typed here has not been saved and will be lost.',
  leave: 'Leave',
  keepEditing: 'Keep editing',

  thisStudent: 'This student',
  /** Follows the student and precedes the amount. */
  alreadyPaid: 'already paid',
  alreadyPaidBack: 'was already paid back',
  /** Follows the amount: "3 minutes ago, at 10:42". */
  paidAgo: ({ minutes, time }: { minutes: number; time: string }) =>
    minutes === 0
      ? `just now, at ${time}`
      : `${plural(minutes, { one: '# minute ago', other: '# minutes ago' })}, at ${time}`,
  /** Precedes the number of the receipt. */
  receipt: 'receipt',
  duplicatePending: 'It waits on this device to be sent.',
  duplicateRejected: 'It was refused and stands in the Sync panel: mend it there.',
  confirmDuplicate: ({ submitLabel }: { submitLabel: string }) =>
    `If this is another payment, press ${submitLabel} again.`,

  /** Precedes the title of a record. */
  alreadyUsedFor: ({ receipt }: { receipt: string }) => `Receipt ${receipt} was already used for`,
  /** Follows the title of a record. */
  onDay: ({ day }: { day: string }) => `on ${day}`,
  keepDuplicate: 'Keep it only if it is the same paper receipt.',

  computedOffline:
    'You are offline, so this is worked out and may be old. The server has the last word when it is sent.',
  computedOfflineFrom: ({ age }: { age: string }) =>
    `You are offline, so this is worked out from what this device had ${age} and may be old. The server has the last word when it is sent.`,

  endedMonth: ({ month }: { month: string }) =>
    `${month} has ended, so what was paid then is final. Take what is paid now as an installment.`,
  endedMonthFinal: ({ month }: { month: string }) => `${month} has ended, so its amounts are final.`,
  undoToCorrect: 'To correct them, undo the month in Work History.',
  askToUndo: 'To correct them, ask a manager to undo the month.',
  openWorkHistory: 'Open Work History',
  /** Replaces the name of a month that is not known. */
  itsMonth: 'Its month',

  settled: ({ kind, settler }: { kind: string; settler: string }) =>
    `A ${settler} has settled this ${kind}, so it stays as it is. Settle a difference with the next ${settler}.`,
  openSettler: ({ settler }: { settler: string }) => `Open the ${settler}`,

  updatedJustNow: 'Updated just now',
  fieldsUpdated: ({ labels }: { labels: readonly string[] }) => `Updated elsewhere: ${labels.join(', ')}.`,
  fieldsChangedElsewhere: ({ labels }: { labels: readonly string[] }) =>
    `Changed meanwhile: ${labels.join(', ')}. Choose which value stays.`,
  changedElsewhere: ({ label }: { label: string }) => `${label} was changed meanwhile`,
  /** Precedes the current value. */
  changedMeanwhileTo: 'Changed meanwhile to',
  chooseValue: 'Choose which value stays.',
  takeNewValue: 'Take this value',
  keepTypedValue: 'Keep what I typed',

  history: 'History',
  historyLoading: 'Loading the history',
  historyOffline: 'The history needs a connection.',
  historyEmpty: 'Nothing was written down about it.',
  actionCreated: 'Recorded',
  actionChanged: 'Changed',
  actionDeleted: 'Deleted',
  actionEnded: 'Ended',
  actionReopened: 'Reopened',
  /** Follows an action and precedes the name of its user. */
  by: 'by',
  /** Follow the name of the sender and precede that of the other user. */
  enteredBy: ', entered by',
  approvedBy: ', approved by',
  /** Replaces an empty value. */
  nothing: 'nothing',
  became: 'became',
  sameName: 'There is a student of this name already:',
  samePhone: 'This number is already in use:',
  openExisting: ({ name }: { name: string }) => `Open ${name}`,
  chooseExisting: ({ name }: { name: string }) => `Choose ${name}`,
  anotherPerson: 'Another person',
  paidInFull: 'Paid in full',
  leftOn: ({ day }: { day: string }) => `Left the course on ${day}.`,
  keptOfPrice: ({ amount }: { amount: string }) => `${amount} of the price was kept.`,
  keptNothing: 'Nothing of the price was kept.',
  undo: 'Did not leave after all',
  undoConfirm: 'Yes, take it back',
  undoQuestion: 'The student is enrolled again, with the debt as it was.',
  undoTakesBack: ({ amount }: { amount: string }) =>
    `The student is enrolled again, with the debt as it was. ${amount} that went back must come back in.`,
  copiesReturned: ({ copies }: { copies: bigint }) =>
    plural(Number(copies), { one: '# copy has come back.', other: '# copies have come back.' }),
  undoReturn: 'Did not come back after all',
  undoReturnQuestion:
    'The copies of the last return are out again, and what went back for them must come back in.',
  returnUndone: 'The copies are out again.',
  undoTooLate: 'Something followed since, so it can no longer be taken back.',
  undone: 'The student is enrolled again.',
  discount: 'Discount',
  noDiscount: 'No discount',
  percent: 'Percent',
  listPriceOf: ({ amount }: { amount: string }) => `List price ${amount}`,
  siblingEnrolled: ({ reason, percent, name }: { reason: string; percent: string | null; name: string }) =>
    percent ? `${reason} ${percent}%: ${name} is enrolled` : `${reason}: ${name} is enrolled`,
  aboveLimit: ({ percent }: { percent: string }) =>
    `Staff go down to ${percent}% below the list price. A manager must agree to this.`,
});
