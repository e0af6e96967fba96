import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('problems', {
  needsYouCount: ({ count }: { count: number }) => `Needs you (${count})`,
  needsYouAnnouncement: ({ count }: { count: number }) =>
    plural(count, { one: '# entry needs you.', other: '# entries need you.' }),
  nothingNeedsYou: 'Nothing needs you any more.',
  position: ({ at, count }: { at: number; count: number }) => `${at} of ${count}`,
  serverSaidPrefix: 'The server said: ',
  fieldMessage: ({ label, message }: { label: string; message: string }) => `${label}: ${message}`,
  askingServer: 'Asking the server…',
  serverUnavailable: 'The server can’t be asked right now, and this device keeps nothing to compare with.',
  readFromServer: ({ at }: { at: string }) => `Read from the server ${at}.`,
  readEarlier: ({ at }: { at: string }) => `The server can’t be asked right now. This is what it said ${at}.`,
  whatWasEntered: 'What was entered',
  onServerNow: 'On the server now',

  discardHeading: ({ title }: { title: string }) => `Discard ${title}?`,
  discardUncertain:
    'The server may already have it, so look in the list first. Discarded here, it is not sent again.',
  discardCertain: 'It will never reach the server. It stays on this device under Discarded for 60 days.',
  discardWhy: 'Why is it discarded?',
  chooseWhy: 'Choose why first.',
  writeWhy: 'Write a few words on why.',
  whyInWords: 'Why, in a few words',
  keep: 'Keep',
  discardFailed: 'It could not be discarded. Try again.',
  discardedToast: ({ title }: { title: string }) => `Discarded: ${title}.`,
  discardedTitle: 'Discarded',
  discardedCount: ({ count }: { count: number }) => `Discarded in the last 60 days (${count})`,
  discardedAt: ({ at, by }: { at: string; by: string | undefined }) =>
    `Discarded ${at}${by ? ` by ${by}` : ''}`,
  reasonTwice: 'It was entered twice',
  reasonGivenBack: 'The person was given the money back',
  reasonMistake: 'It was a mistake',
  reasonOther: 'Another reason',
  reasonDeleted: 'Its record was deleted before it was sent',
  reasonTheirs: 'What was recorded meanwhile was kept',
  reasonUnsaid: 'No reason was given',

  unsavedBlocksUpdate: 'Save or leave what is being edited first, then update.',
  doneToast: ({ title }: { title: string }) => `Done: ${title}.`,
  actionFailed: 'That did not work. Try again.',
  actionOf: ({ action, title }: { action: string; title: string }) => `${action}: ${title}`,
  sendAgain: 'Send again',
  updateApp: 'Update the app',
  appTooOld: 'The app is too old for this',
  newerVersion: 'A newer version of the app made it on this device. Update the app and it goes on its way.',
  unknownOperation: 'This version of the app does not know it. Update the app and it goes on its way.',
  encryptedTitle: 'This is still encrypted',
  encrypted:
    'It was encrypted on this device when you were signed out. Log out, and sign in again while the server can be reached.',
  unreadableTitle: 'This cannot be read',
  unreadable:
    'It is kept as it is. Update the app and look again; if it stays so, ask your manager before you discard it.',
  otherBranchTitle: 'It belongs to another branch',
  otherBranch:
    'Log out in the menu at the top, then sign in at that branch on this device: it is sent from there. Until then it is safe here.',
  reasonOf: ({ title }: { title: string }) => `Reason for deleting ${title}`,
  writeReason: 'Write why it is deleted.',
  deleteWithReason: 'Delete with this reason',

  // Titles, instructions and actions of the problem types.
  openDependents: 'See what belongs to it',
  openList: ({ list }: { list: string }) => `Open ${list}`,
  stillNeededTitle: ({ kind }: { kind: string }) => `This ${kind} is still needed`,
  stillNeeded:
    'What belongs to it stays for the accounts, so it stays too. Discard this to keep it, and edit what is wrong.',
  conflictTitle: 'It does not go with what is recorded',
  conflict: 'Put right what the server names, then send this again; or change it.',
  changedTitle: 'Changed meanwhile',
  changed: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The same field was changed on another device. Choose which value stays.',
      other: 'The same fields were changed on another device. Choose which values stay.',
    }),
  fitsNow: 'Nobody’s values are in the way any more. Send it again.',
  keepMine: 'Keep what was entered',
  takeTheirs: 'Take what is on the server',
  emptyValue: 'nothing',
  changedBy: ({ name, at }: { name: string; at: string }) => `Changed by ${name} ${at}.`,
  changedBeforeDelete: ({ kind }: { kind: string }) =>
    `This ${kind} was changed after it was deleted here, so it is still there. Keep it, or delete it with what was recorded meanwhile.`,
  whenDeleted: 'When it was deleted',
  keepRecord: 'Keep the record',
  deleteAnyway: 'Delete anyway',
  oneFieldTitle: 'One field needs another value',
  someFieldsTitle: 'Some fields need other values',
  fieldProblems: 'Edit it and put right what the server names.',
  askManager: 'Ask a manager here',
  forbiddenTitle: 'This is not allowed for you',
  forbidden: 'Ask a manager, then send it again; or discard it.',
  mayBeRecorded:
    'The answer to an earlier attempt never came, so it may be recorded already. Send it again, also with a manager: it is recorded only once.',
  rejectedTitle: 'The server did not take it',
  rejected: 'Edit it, or send it again. If it is refused once more, tell your manager the words below.',

  lostInRestoreTitle: 'Lost in a restore of the server',
  lostInRestore:
    'The server was restored from an older backup. This was sent after it and is not there now. Send it again, or discard it if somebody has recorded it anew.',
  sendAllLost: 'Send all that was lost again',

  recordAgain: 'Record it again as new',
  goneAlreadyTitle: ({ kind }: { kind: string }) => `This ${kind} is gone already`,
  goneAlready: 'Somebody has deleted it before. Nothing is left to do.',
  goneColumn: 'It is not there any more.',
  markGone: 'It is gone: done',
  recordDeletedTitle: ({ kind }: { kind: string }) => `This ${kind} is not there any more`,
  recordDeleted: 'Somebody has deleted it. Record it again with what was entered here, or discard this.',
  record: 'record',
  parentDeletedTitle: ({ kind }: { kind: string }) => `The ${kind} is not there any more`,
  parentDeleted: ({ kind }: { kind: string }) =>
    `Somebody has deleted the ${kind} that this belongs to. Edit this and choose another, or discard it.`,
  namedDeletedColumn: ({ name }: { name: string }) => `${name} was deleted.`,
  deletedColumn: ({ kind }: { kind: string }) => `The ${kind} was deleted.`,
  parentDiscardedTitle: 'What this belongs to was never recorded',
  namedParentDiscarded: ({ kind, name }: { kind: string; name: string }) =>
    `The ${kind} ${name} was discarded on this device before it was sent. Edit this and choose another, or discard it too.`,
  parentDiscarded:
    'What it belongs to was discarded on this device before it was sent. Edit this and choose another, or discard it too.',

  takeAsInstallment: ({ amount, month }: { amount: string; month: string | undefined }) =>
    `Take ${amount} as an installment${month === undefined ? '' : ` in ${month}`}`,
  saveWithoutMoney: 'Save the rest without the money',
  openWorkHistory: 'Open Work History',
  monthEndedTitle: ({ month }: { month: string }) => `${month} has ended`,
  unnamedMonthEndedTitle: 'The month has ended',
  itsMonth: 'Its month',
  endedDelete: ({ month }: { month: string }) =>
    `${month} has ended, so its records stay. To delete it all the same, ask a manager to undo the month in Work History, then send this again; or discard this and keep the record.`,
  endedReplace: ({ month }: { month: string }) =>
    `${month} has ended, so its money is final. Take the new money as an installment; or, to put that month itself right, ask a manager to undo the month in Work History, then send this again.`,
  endedSaveRest: ({ month }: { month: string }) =>
    `${month} has ended, so its money is final. What is not money can be saved now. To change the money, ask a manager to undo the month in Work History, then send this again.`,
  endedChange: ({ month }: { month: string }) =>
    `${month} has ended, so its money is final. To change it, ask a manager to undo the month in Work History, then send this again.`,

  inStock: 'In stock',
  orderMore: 'Order more',
  payOutCopies: ({ copies }: { copies: string }) => `Pay out ${copies} instead`,
  payOutCopiesAndTake: ({ copies, amount }: { copies: string; amount: string }) =>
    `Pay out ${copies} and take ${amount} instead`,
  outOfStockTitle: 'Not enough in stock',
  enoughNow: 'There are enough now. Send it again.',
  noneLeft: 'None is left. Order more and send this again, or discard it.',
  someLeft: 'Hand out what is there, or order more and send this again.',

  sendIfNotThere: 'It is not there: send again',
  sendIfStillThere: 'It is still there: send again',
  sendIfNotChanged: 'It is not changed: send again',
  markThere: 'It is there: done',
  markThereRecorded: ({ recorded }: { recorded: string }) => `It is there (${recorded}): done`,
  recordedAt: ({ at }: { at: string }) => `recorded ${at}`,
  nothingLikeIt: 'Nothing like it is among the newest records.',
  newestUnreadable: 'The newest records could not be read. Look in the list first.',
  recordUnreadable: 'It could not be read. Look in the list first.',
  outcomeUnknownTitle: 'Nobody knows whether the server got it',
  outcomeUnknown:
    'The answer was lost on the way. Compare with what the server has; send it again only if it is not there.',

  paidSoFar: 'Paid so far',
  overpaidTitle: 'More than what remains',
  lookUpRemaining: 'Look up what remains, then change the amount or discard this.',
  amountFits: 'The amount fits now. Send it again.',
  expenseTooHigh: ({ left, entered }: { left: string; entered: string }) =>
    `${left} is the most that can be paid, ${entered} was entered. Put it right.`,
  nothingRemains: 'Nothing remains to be paid. Give the money back, then discard this.',
  giveBack: ({ left, entered, back }: { left: string; entered: string; back: string }) =>
    `${left} remains, ${entered} was taken here. Record what remains and give ${back} back, or change it.`,
  payInstead: ({ amount }: { amount: string }) => `Pay ${amount} instead`,
  spreadAnew: ({ amount }: { amount: string }) =>
    `Somebody else took part of this meanwhile. ${amount} still fits: look at the new parts, then send them.`,
  spreadWithRest: ({ amount, back }: { amount: string; back: string }) =>
    `Somebody else took part of this meanwhile. Record ${amount} as shown and give ${back} back, or change it.`,
  spreadProposal: 'Spread anew',
  remainsNow: 'Remaining now',
  takeAsSpread: ({ amount }: { amount: string }) => `Send ${amount} as shown`,
  takeInstead: ({ amount }: { amount: string }) => `Take ${amount} instead`,

  secondSalaryTitle: ({ kind }: { kind: string }) => `There is a ${kind} this month already`,
  secondSalary:
    'Look at the one that is there. If it is the same, discard this; if it is wrong, change that one.',
  openExisting: 'Open the one that is there',
  both: ({ one, other }: { one: string; other: string }) => `${one} and ${other}`,
  deductionsTitle: ({ deductions, salary }: { deductions: string; salary: string }) =>
    `The ${deductions} are more than the ${salary}`,
  deductionsTooHigh: ({ over }: { over: string }) =>
    `They are ${over} too much. Lower or delete one, then send this again.`,
  deductionsCount: ({ deductions, count }: { deductions: string; count: number }) =>
    `${deductions} (${count})`,

  reasonMissingTitle: 'Deleting it needs a reason',
  reasonMissing: ({ kind }: { kind: string }) =>
    `The receipt of this ${kind} was printed, so the server asks why it is deleted. Give the reason, or keep it.`,
  giveReason: 'Give a reason',

  refundTooHighTitle: 'More than can be paid back',
  canBePaidBack: 'Can be paid back',
  lookUpPaid: 'Look up what was paid and paid back, then correct the amount.',
  refundFits: 'It can be paid back after all: send it again.',
  nothingToPayBack: 'Nothing is left that could be paid back. If no money was handed out, discard it.',
  refundTooHigh: ({ left, entered }: { left: string; entered: string }) =>
    `${left} can be paid back now, ${entered} was entered. If more was handed out, the rest must come back.`,
  payBackInstead: ({ amount }: { amount: string }) => `Pay back ${amount} instead`,
  paidMeanwhileTitle: 'Money was paid or paid back meanwhile',
  paidMeanwhile: 'What goes back is not the same any more. Take the sums as they are now, or edit them.',
  leavesWithBack: ({ amount }: { amount: string }) => `Leaves, and ${amount} goes back`,
  leavesWithoutBack: 'Leaves, and nothing goes back',
  leftAlreadyTitle: 'The student has left already',
  leftAlready:
    'Somebody else recorded it meanwhile. Compare the sums; if money was handed out twice, it must come back.',
  keepLeft: 'Leave it as it is there',
  undoRefusedTitle: 'It cannot be taken back',
});
