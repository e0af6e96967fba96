import { defineMessages, plural } from '#contract/messages.ts';

/** "1 copy", "12 copies". */
const copies = (count: bigint) => plural(Number(count), { one: '# copy', other: '# copies' });

export const messages = defineMessages('serverStore', {
  notFound: 'Not found.',
  changedMeanwhile: 'This record was changed meanwhile. Compare the values and choose.',
  changedSinceSeen: 'This record was changed meanwhile. Look at it again first.',
  baseInvalid: 'Send the values that the change is based on, by field.',
  signInAgain: 'Sign in again.',
  signInBusy: 'Too many people sign in right now. Try again in a moment.',
  lastManager: 'This is the only manager. Make somebody else a manager first.',
  cannotDisableSelf: 'You cannot disable yourself. Ask another manager.',
  passwordSet: 'New password',
  stillSignsIn: 'Only entries of a disabled user are sent by somebody else.',
  leftEntriesOpened: 'Opened what they left on a device',
  emailTaken: 'Someone else signs in with this address.',
  passwordCommon: 'This password is one of the most common ones. Choose another',
  passwordNeeded: 'Enter your present password to change this',
  passwordWrong: 'This is not your present password',
  browserOnSystem: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',

  recordDeleted: ({ kind, title }: { kind: string; title: string }) => `${kind} deleted: ${title}.`,
  installmentSaved: ({ singular, amount }: { singular: string; amount: string }) =>
    `${singular} saved: ${amount}.`,
  fieldImmutable: ({ label, singular }: { label: string; singular: string }) =>
    `${label} can't be changed. Delete this ${singular} and create another.`,
  missingReference: ({ label }: { label: string }) =>
    `This ${label} does not exist any more. Choose another one.`,
  missingRecord: 'This record does not exist any more. Choose another one.',

  installmentCount: ({ count }: { count: number }) =>
    plural(count, { one: '# installment', other: '# installments' }),
  recordCount: ({ count, nouns: { one, other } }: { count: number; nouns: { one: string; other: string } }) =>
    plural(count, { one: `# ${one}`, other: `# ${other}` }),
  countsJoined: ({ others, last }: { others: readonly string[]; last: string }) =>
    `${others.join(', ')} and ${last}`,
  hasDependents: ({ title, counts }: { title: string; counts: string }) =>
    `${title} has ${counts}, so deleting is not possible: these records stay for the accounts. Edit what is wrong instead.`,

  importProblem: ({ label, message }: { label: string; message: string }) => `${label}: ${message}.`,
  importCode: ({ code }: { code: string }) =>
    `The code ${code} cannot be kept: codes are S- and a number. Leave the column out, and each student gets a new code.`,
  importCodeUsed: 'Another student has this code.',
  importCodeRepeated: ({ row }: { row: number }) => `Row ${row} has the same code.`,
  importPhone: ({ label, text }: { label: string; text: string }) =>
    `${label}: “${text}” is left out: no phone field takes it.`,
  importNoDay: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is no day such as 30/11/2026. The row is added without it, unless you correct the file.`,
  importUnread: ({ label, text, message }: { label: string; text: string; message: string }) =>
    `${label}: ${text}. ${message}. The row is added without it, unless you correct the file.`,
  importRegistered: ({ text }: { text: string }) =>
    `The day of registration, ${text}, is no day such as 30/11/2026, or is still to come. The row is added without it, unless you correct the file.`,
  importTwin: ({ name, code }: { name: string; code: string }) => `May be the same as ${name}, ${code}.`,
  importRepeated: ({ row }: { row: number }) => `May be the same as row ${row}.`,
  importNoStudent: 'Says neither code nor name of the student.',
  importNoCode: ({ code }: { code: string }) => `No student has the code ${code}.`,
  importOtherName: ({ code, name }: { code: string; name: string }) => `The code ${code} is of ${name}.`,
  importNobody: ({ name }: { name: string }) => `No student is called ${name}. Import the students first.`,
  importSeveral: ({ name, count }: { name: string; count: number }) =>
    `${count} students are called ${name}. Add a column with their code or phone.`,
  importAmount: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is no amount such as 1250 or 1,250.00.`,
  importNoPrice: 'Says neither the price nor what remains.',
  importPaidTooMuch: 'More was paid than the price.',
  importSum: ({ expected, found }: { expected: string; found: string }) =>
    `Price less paid is ${expected}, but ${found} is said to remain.`,
  importReceipt: ({ receipt }: { receipt: string }) =>
    `Receipt ${receipt} of this student is recorded already.`,
  priceLabel: 'Price',
  paidLabel: 'Paid Amount',
  remainingLabel: 'Remaining Amount',
  openingReceipt: 'Opening balance',
  openingNote: ({ price, paid }: { price: string; paid: string }) =>
    `Price ${price}, of which ${paid} was paid before.`,
  importColumnUnknown: ({ name }: { name: string }) =>
    `${name} is no column of this file. Choose the columns again.`,
  importColumnMissing: ({ label }: { label: string }) => `Choose the column with: ${label}`,
  importUndecided: ({ count }: { count: number }) =>
    `Choose what to do with ${plural(count, { one: '# likely duplicate', other: '# likely duplicates' })}.`,
  importUndecidedValues: ({ count }: { count: number }) =>
    `Choose what to do with ${plural(count, { one: '# row', other: '# rows' })} of which a value cannot be read.`,
  importWrong: ({ count }: { count: number }) =>
    `${plural(count, { one: '# row is', other: '# rows are' })} wrong. Correct the file, or leave them out.`,
  importNothing: 'No row of this file would be imported.',
  importChanged: 'The branch has changed since the file was checked. Look at the result again.',
  importTwice: 'This file was imported already. Undo that import first, or change the file.',
  importTitle: ({ things, file }: { things: string; file: string }) => `${things} from ${file}`,
  importUndone: ({ title }: { title: string }) => `Import undone: ${title}.`,
  importUndoneBefore: 'This import was undone already.',
  importUsed: ({ count }: { count: number }) =>
    `${plural(count, { one: '# of its records has', other: '# of its records have' })} records that hang on it, or payments, so the import stays: the accounts need them. Edit what is wrong instead.`,
  importTouched: ({ count }: { count: number }) =>
    `${plural(count, { one: '# of its records was', other: '# of its records were' })} changed or deleted since. The import cannot be undone any more.`,
  importMonthEnded: 'Its payments count in a month that has ended. Undo the month first.',
  reasonColumn: 'Reason',

  columnOfReference: ({ label, part }: { label: string; part: string }) => `${label} ${part}`,
  monthColumn: 'Month',
  paidSoFarColumn: 'Paid so far',
  takenByColumn: 'Taken by',
  monthsTitle: 'Months',
  statusColumn: 'Status',
  startColumn: 'Start Date',
  endColumn: 'End Date',
  debtsTitle: 'Debts',
  codeColumn: 'Code',
  studentColumn: 'Student',
  remainingColumn: 'Remaining Amount',
  owedColumn: 'Total remaining',
  debtsColumn: 'Debts',
  owedSinceColumn: 'Owed since',
  daysColumn: 'Days',
  paidOnColumn: 'Last payment on',
  paidColumn: 'Last payment',
  dueOnColumn: 'Next part due on',
  dueColumn: 'Next part',
  promisedColumn: 'Promised for',
  remindedColumn: 'Last reminder',
  historyTitle: 'History',
  atColumn: 'Time',
  userColumn: 'User',
  deviceColumn: 'Device',
  actionColumn: 'Action',
  resourceColumn: 'Kind',
  titleColumn: 'Record',
  noteColumn: 'Note',

  collectionTitle: ({ receipt, amount }: { receipt: string; amount: string }) =>
    `receipt ${receipt}, ${amount}`,
  familyTitle: ({ one, other }: { one: string; other: string }) => `${one} and ${other}`,
  printedNeedsReason: 'Its receipt was printed. Say why it is deleted.',
  printTitle: ({ receipt, copy }: { receipt: string | null; copy: number }) =>
    [
      receipt === null ? 'receipt without a number' : `receipt ${receipt}`,
      copy > 1 ? `copy ${copy}` : 'printed',
    ].join(', '),
  settingsTitle: 'Branch settings',
  logoOfLength: ({ length }: { length: number }) => `a picture of ${length} characters`,
  mergeOfOne: 'Choose another student',
  mergedInto: ({ name, code }: { name: string; code: string }) => `Merged into ${name}, ${code}`,
  mergedWith: ({ name, code }: { name: string; code: string }) => `Merged with ${name}, ${code}`,
  mergeUndone: 'Merge undone',
  mergeNotUndoable:
    'Something was recorded or changed for this student since the merge, so it cannot be undone any more.',
  notMerged: 'This student was not merged into this one, or it was undone already.',
  familyOfOne: 'Choose another student',

  closeTitle: ({ name, amount }: { name: string; amount: string }) => `${name}, ${amount}`,
  closeUnfinished: 'Your last close waits for the reason of its difference. Finish it first.',
  closedMeanwhile: 'This drawer was closed meanwhile. Look at it again and count anew.',
  closesThemselves: 'This person can sign in, so they close their drawer themselves.',
  otherUnfinished: 'The last count of this drawer waits for the reason of its difference. Finish it first.',
  sameCount:
    'This drawer was closed with this very count less than an hour ago, and no money came in or went out since. It stays closed; nothing was counted twice.',
  recountLate: 'A count can be made again within ten minutes only. Give the reason of the difference.',
  closeFinished: 'This close is finished. It stays as it was counted.',
  planExists: 'This enrolment has a plan already. Change that one.',
  planOfOther: 'This enrolment is of another student.',
  planMisfit: ({ parts, left }: { parts: string; left: string }) =>
    `The parts come to ${parts}. Plan ${left}: the price without the first payment.`,
  debtKindInvalid: 'Choose a kind of debts',
  debtAgeInvalid: 'Choose an age of the list',
  levelInvalid: 'Choose a level of the list',
  levelNeedsKind: 'Choose a kind that has levels first',

  overpaid: 'This is more than remains to be paid.',
  pricePaid: ({ paid }: { paid: string }) => `${paid} was paid already. The price can't be less.`,
  payoutTooExpensive: ({ limit }: { limit: string }) => `So many copies come to more than ${limit}.`,
  stockChanged: 'There are not so many copies in stock. Reload and try again.',
  copiesHandedOut: ({ paidOut, ordered }: { paidOut: bigint; ordered: bigint }) =>
    `${copies(paidOut)} of this book were handed out. With this change only ${ordered} would have come in.`,

  deductionSettled:
    'A salary was paid with this deduction taken off, so it stays as it is. Settle a difference with the next salary.',
  deductionsTooHigh: 'The deductions come to more than the salary.',
  salaryExists: 'This employee has already been paid for this month.',
  salaryExistsInMonth: ({ name, month }: { name: string; month: string }) =>
    `${name} has already been paid for ${month}.`,
  salaryAwaitsMonth: ({ name }: { name: string }) =>
    `${name} has already been paid: that salary waits for the next month.`,

  noMonthYet: 'There is no month yet. Create one first.',
  monthEnded: ({ name }: { name: string }) => `${name} has ended.`,
  monthReopened: ({ name }: { name: string }) => `${name} is running again.`,
  monthEndedAlready: ({ name }: { name: string }) => `${name} has already ended.`,
  monthRunsAlready: ({ name }: { name: string }) => `${name} is running again already.`,
  monthNotCurrent: ({ name, current }: { name: string; current: string }) =>
    `${name} is no longer the current month; it is ${current} now.`,
  monthGone: 'This month does not exist any more.',
  monthHasRecords: 'This month has records, so deleting is not possible: they stay for the accounts.',

  flagInvalid: 'Use true or false',
  dayInvalid: 'Enter a date such as 2026-11-30',
  searchTooLong: ({ maxLength }: { maxLength: number }) => `Use at most ${maxLength} characters`,
  searchInvalid: 'This text can not be searched for',
  searchTooSlow: 'The search took too long. Type more letters.',
  historyUnfiltered: 'The whole history is too long for one answer. Name a record, resource, month or user.',
  idInvalid: 'Invalid input',
  orderingInvalid: 'This list has no such column',

  bodyNotObject: 'The body must be a JSON object.',
  valueMissing: 'This cannot be empty',
  valueInvalid: 'Invalid input',

  bodyTooDeep: 'The body is nested too deeply.',
  keyInUse: 'This was sent before and is still being saved.',
  keyReused: 'This key was used for something else. Send it with a new key.',
  keysInvalid: ({ most }: { most: number }) => `Ask for at most ${most} UUIDs with commas between them.`,

  diskFull: "Nothing was saved: the server's disk is full. Tell whoever looks after it, then try again.",
  diskBroken:
    'Nothing was saved: the server cannot use its disk. Tell whoever looks after it, then try again.',
  tookTooLong: 'This took too long, and nothing was changed. Try again shortly.',
  tooManyWriters: 'Nothing was saved: others are changing the same records. Try again.',
  memoryFull: 'Nothing was saved: the server has too little memory. Try again shortly.',
});
