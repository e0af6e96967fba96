import { defineMessages, plural } from '#contract/messages.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceTexts } from '#contract/texts/resources.en.ts';

const copies = (count: bigint) => plural(Number(count), { one: '# copy', other: '# copies' });

export const messages = defineMessages('serverStore', {
  notFound: 'Not found.',
  branchNameTaken: 'Another branch on this server has this name.',
  changedMeanwhile: 'This record was changed meanwhile. Compare the values and choose.',
  changedSinceSeen: 'This record was changed meanwhile. Look at it again first.',
  baseInvalid: 'Send the values that the change is based on, by field.',
  stillSignsIn: 'Only entries of a disabled user are sent by somebody else.',
  ownFactorFirst: 'Set up a second factor of your own first, on your profile',
  emailTaken: 'Someone else signs in with this address.',
  recordDeleted: ({ kind, title }: { kind: string; title: string }) => `${kind} deleted: ${title}.`,
  installmentSaved: ({ singular, amount }: { singular: string; amount: string }) =>
    `${singular} saved: ${amount}.`,
  fieldImmutable: ({ label, singular }: { label: string; singular: string }) =>
    `${label} can't be changed. Delete this ${singular} and create another.`,
  missingReference: ({ label }: { label: string }) =>
    `This ${label} does not exist any more. Choose another one.`,
  unknownPerson: 'There is no such person in this branch',
  drawerOfAnother: 'Only a manager records this for the drawer of another person.',
  receiverConfirms: 'Only the person who received the cash says how much arrived.',
  receivedTooMuch: 'No more can arrive than was recorded',
  handoverOfClose: 'The drawer close says how much was handed over.',
  missingRecord: 'This record does not exist any more. Choose another one.',
  installmentCount: ({ count }: { count: number }) =>
    plural(count, { one: '# installment', other: '# installments' }),
  recordCount: ({ count, name }: { count: number; name: ResourceName }) => {
    const { one, other } = resourceTexts[name].nouns;
    return plural(count, { one: `# ${one}`, other: `# ${other}` });
  },
  countsJoined: ({ others, last }: { others: readonly string[]; last: string }) =>
    `${others.join(', ')} and ${last}`,
  hasDependents: ({ title, counts }: { title: string; counts: string }) =>
    `${title} has ${counts}, so deleting is not possible: these records stay for the accounts. Edit what is wrong instead.`,
  importChanged: 'The branch has changed since the file was checked. Look at the result again.',
  columnOfReference: ({ label, part }: { label: string; part: string }) => `${label} ${part}`,
  collectionTitle: ({ receipt, amount }: { receipt: string; amount: string }) =>
    `receipt ${receipt}, ${amount}`,
  familyTitle: ({ one, other }: { one: string; other: string }) => `${one} and ${other}`,
  printedStays:
    'Its receipt was printed, so only a manager changes what stands on it. Delete the payment with a reason, and record it again.',
  printedNeedsReason: 'Its receipt was printed. Say why it is deleted.',
  copiesFull: ({ limit }: { limit: number }) =>
    `This receipt was printed ${limit} times. More copies are not counted.`,
  printTitle: ({ receipt, copy }: { receipt: string | null; copy: number }) =>
    [
      receipt === null ? 'receipt without a number' : `receipt ${receipt}`,
      copy > 1 ? `copy ${copy}` : 'printed',
    ].join(', '),
  settingsTitle: 'Branch settings',
  logoOfLength: ({ length }: { length: number }) => `a picture of ${length} characters`,
  mergeOfOne: 'Choose another student',
  onTheWayTo: ({ branch }: { branch: string }) => `On the way to ${branch}`,
  studentOnTheWay: ({ name, branch }: { name: string; branch: string }) =>
    `${name} has left here and is on the way to ${branch}, which cannot be reached right now. The transfer finishes by itself.`,
  leavesNow: ({ branch }: { branch: string }) =>
    `The student is on the way to ${branch}. Delete the record after they have arrived.`,
  transferredTo: ({ branch, code }: { branch: string; code: string }) => `Transferred to ${branch}, ${code}`,
  transferredFrom: ({ branch, code }: { branch: string; code: string }) =>
    `Transferred from ${branch}, ${code}`,
  studentTransferred: ({ name, branch, code }: { name: string; branch: string; code: string }) =>
    `${name} is in ${branch} now, as ${code}. What was paid and owed here stays here.`,
  mergedInto: ({ name, code }: { name: string; code: string }) => `Merged into ${name}, ${code}`,
  mergedWith: ({ name, code }: { name: string; code: string }) => `Merged with ${name}, ${code}`,
  mergeUndone: 'Merge undone',
  mergeNotUndoable:
    'Something was recorded or changed for this student since the merge, so it cannot be undone any more.',
  notMerged: 'This student was not merged into this one, or it was undone already.',
  familyOfOne: 'Choose another student',
  closeTitle: ({ name, amount }: { name: string; amount: string }) => `${name}, ${amount}`,
  methodDiffers: ({ name, amount }: { name: string; amount: string }) =>
    `${name} comes to ${amount} here. Look again, or say why it differs.`,
  closeUnfinished: 'Your last close waits for the reason of its difference. Finish it first.',
  closedMeanwhile: 'This drawer was closed meanwhile. Look at it again and count anew.',
  closesThemselves: 'This person can sign in, so they close their drawer themselves.',
  otherUnfinished: 'The last count of this drawer waits for the reason of its difference. Finish it first.',
  sameCount:
    'This drawer was closed with this very count less than an hour ago, and no money came in or went out since. It stays closed; nothing was counted twice.',
  recountLate: 'A count can be made again within ten minutes only. Give the reason of the difference.',
  closeFinished: 'This close is finished. It stays as it was counted.',
  idTaken: 'Another record has this id. Nothing was saved.',
  planExists: 'This enrolment has a plan already. Change that one.',
  planOfOther: 'This enrolment is of another student.',
  planMisfit: ({ parts, left }: { parts: string; left: string }) =>
    `The parts come to ${parts}. Plan ${left}: the price without the first payment.`,
  debtKindInvalid: 'Choose a kind of debts',
  debtAgeInvalid: 'Choose an age of the list',
  levelInvalid: 'Choose a level of the list',
  levelNeedsKind: 'Choose a kind that has levels first',
  overpaid: 'This is more than remains to be paid.',
  discountWrong: 'The list price less the discount is not the price.',
  pricePaid: ({ paid, forgiven }: { paid: string; forgiven: string | false }) =>
    forgiven
      ? `${paid} was paid already, and ${forgiven} is no longer owed. The price can't be less than both.`
      : `${paid} was paid already. The price can't be less.`,
  paidBackMeanwhile: 'More than this was paid back.',
  creditStays: 'Money by credit does not change. Delete it and record it anew.',
  creditOfSibling: 'This credit belongs to a sibling. A manager must agree to use it for another student.',
  paidOtherwise: 'It was not paid like this today. Pay it back as it was paid, or ask a manager.',
  creditUsed: 'This credit was used meanwhile.',
  notRefundable: 'Only what students paid can be paid back',
  paidAgain: ({ least }: { least: string }) =>
    `It was paid again since. At least ${least} of this refund stays.`,
  refundBelongs: 'It was paid back when the student left or brought copies back. Undo that instead.',
  hasLeft: 'The student has left this course. Undo that first.',
  notLeft: 'The student has not left this course, or it was undone already.',
  notReturned: 'No copies came back, or it was undone already.',
  followed: 'Something was recorded or changed since, so it cannot be undone any more.',
  leftNote: ({ day, reason }: { day: string; reason: string }) => `Left on ${day}: ${reason}`,
  leftUndone: 'Leaving undone',
  returnedNote: ({ copies: returned, reason }: { copies: bigint; reason: string }) =>
    `${copies(returned)} came back: ${reason}`,
  returnUndone: 'Return undone',
  transferOfOther: 'A transfer is for the same student.',
  copiesReturned: ({ returned }: { returned: bigint }) => `${copies(returned)} came back already.`,
  returnedMeanwhile: 'Copies came back meanwhile. Reload and try again.',
  stockBelowNothing: 'With this count fewer copies than none would be in stock.',
  payoutTooExpensive: ({ limit }: { limit: string }) => `So many copies come to more than ${limit}.`,
  endsBeforeStart: 'It ends before it begins: choose a later day.',
  renewedMeanwhile: 'Somebody renewed this a moment ago. Reload to see the renewal.',
  stockChanged: 'There are not so many copies in stock. Reload and try again.',
  copiesHandedOut: ({ paidOut, ordered }: { paidOut: bigint; ordered: bigint }) =>
    `${copies(paidOut)} of this book were handed out. With this change only ${ordered} would have come in.`,
  deductionSettled:
    'A salary was paid with this deduction taken off, so it stays as it is. Settle a difference with the next salary.',
  advanceSettled:
    'A salary was paid with this advance taken off, so it stays as it is. Settle a difference with the next salary.',
  bonusSettled:
    'A salary was paid with this bonus, so it stays as it is. Settle a difference with the next salary.',
  salaryTooHigh: 'This is more than is left of the salary.',
  laterPart: ({ name }: { name: string }) =>
    `A later part of this salary was paid to ${name}. Delete that one first.`,
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
  rangeInvalid: 'The last day is before the first',
  dayInvalid: 'Enter a date such as 2026-11-30',
  searchTooLong: ({ maxLength }: { maxLength: number }) => `Use at most ${maxLength} characters`,
  searchInvalid: 'This text can not be searched for',
  searchTooSlow: 'The search took too long. Type more letters.',
  historyUnfiltered: 'The whole history is too long for one answer. Name a record, resource, month or user.',
  idInvalid: 'Invalid input',
  tooManyIds: ({ limit }: { limit: number }) => `Choose at most ${limit} records.`,
  orderingInvalid: 'This list has no such column',
  bodyNotObject: 'The body must be a JSON object.',
  valueMissing: 'This cannot be empty',
  valueInvalid: 'Invalid input',
  bodyTooDeep: 'The body is nested too deeply.',
  keyInUse: 'This was sent before and is still being saved.',
  keyReused: 'This key was used for something else. Send it with a new key.',
  keysInvalid: ({ limit }: { limit: number }) => `Ask for at most ${limit} UUIDs with commas between them.`,
  diskFull: "Nothing was saved: the server's disk is full. Tell whoever looks after it, then try again.",
  diskBroken:
    'Nothing was saved: the server cannot use its disk. Tell whoever looks after it, then try again.',
  tookTooLong: 'This took too long, and nothing was changed. Try again shortly.',
  lockedTooLong: 'Nothing was saved: somebody else is changing the same records. Try again shortly.',
  tooManyWriters: 'Nothing was saved: others are changing the same records. Try again.',
  memoryFull: 'Nothing was saved: the server has too little memory. Try again shortly.',
});
