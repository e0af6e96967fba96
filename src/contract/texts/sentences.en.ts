import { defineMessages, plural } from '../messages.ts';

export const sentences = defineMessages('sentences', {
  // Fields
  notMoney: 'Not an amount of money',
  amountSuchAs: 'Enter an amount such as 1250 or 1250.50',
  amountTooLarge: 'Enter at most 99,999,999.99',
  wholeNumber: 'Enter a whole number of 1 or more',
  wholeNumberOrNone: 'Enter a whole number, or 0',
  quantityTooLarge: 'Enter at most 999,999',
  notInList: 'Choose one of the list',
  dateSuchAs: 'Enter a date such as 2026-11-30',
  yearBetween: ({ from, until }: { from: string; until: string }) =>
    `Look at the year: it is between ${from} and ${until}`,
  phoneSuchAs: 'Enter a phone number such as 01012345678, or leave this empty',
  yesOrNo: 'Choose yes or no',
  bookNameTooShort: 'Name must be at least 2 characters',
  categoryMissing: 'Category is required',
  subjectMissing: 'Subject is required',
  levelMissing: 'Level is required',
  quantityMissing: 'Quantity is required',
  paidAmountMissing: 'Paid amount is required',
  relatedRecordMissing: 'Related record is required',
  dayMissing: 'Choose the day',
  notOfStudent: 'This is no field of a student',

  // Rules
  onlyRemains: ({ amount }: { amount: string }) => `Only ${amount} remains to be paid.`,
  nothingRemains: 'Nothing remains to be paid.',
  deductionsAboveSalary: ({ name, deducted, salary }: { name: string; deducted: string; salary: string }) =>
    `The deductions of ${name} come to ${deducted}, more than the salary of ${salary}. Lower or delete a deduction first.`,
  takenAboveSalary: ({ name, taken, left }: { name: string; taken: string; left: string }) =>
    `Deductions and advances of ${name} come to ${taken}, more than the ${left} that there is to pay. Lower or delete one first.`,
  salaryPaidUp: ({ name }: { name: string }) => `${name} has been paid in full for this month.`,
  onlyLeftOfSalary: ({ amount }: { amount: string }) => `Only ${amount} is left to pay.`,
  onlyLeftForAdvance: ({ amount }: { amount: string }) =>
    `Only ${amount} of the next salary is left for an advance.`,
  nothingLeftForAdvance: 'Nothing of the next salary is left for an advance.',
  advancesUncovered: ({ advanced, missing }: { advanced: string; missing: string }) =>
    `Advances of ${advanced} were paid. With this, the next salary is ${missing} too low to take them off.`,
  mostRefundable: ({ amount }: { amount: string }) => `At most ${amount} can be paid back.`,
  nothingRefundable: 'Nothing was paid that could be paid back.',
  alreadyRefunded: ({ amount }: { amount: string }) => `${amount} of it was paid back. It can't be less.`,
  keptAbovePrice: ({ price }: { price: string }) => `Keep at most the price of ${price}`,
  backExactly: ({ amount }: { amount: string }) =>
    `Exactly ${amount} goes back: paid out, kept as credit, or both.`,
  nothingBack: 'Nothing goes back: no more was paid than is kept.',
  onlyCredit: ({ amount }: { amount: string }) => `Only ${amount} of credit is there.`,
  noCredit: 'There is no credit.',
  moreThanOut: ({ copies }: { copies: bigint }) =>
    plural(Number(copies), { one: 'Only # copy is out.', other: 'Only # copies are out.' }),
  stockTooLow: ({ stock }: { stock: bigint }) =>
    plural(Number(stock), { one: 'Only # copy in stock.', other: 'Only # copies in stock.' }),

  // Terms
  endsBeforeStart: ({ start }: { start: string }) => `It begins on ${start}: choose that day or a later one.`,
  alreadyRenewed: ({ name, receipt }: { name: string; receipt: string }) =>
    `${name} is renewed already, by receipt ${receipt}.`,
  renewsOfStudentWhoLeft: ({ name, day }: { name: string; day: string }) =>
    `${name} left on ${day}. Record that the student is back, then renew.`,
  renewsOtherStudent: 'A renewal is for the same student. Save a new enrolment for another one.',
  renewalReceipt: 'Renewal',
  noRenewals: 'Choose at least one enrolment to renew',
  tooManyRenewals: ({ limit }: { limit: number }) => `Renew at most ${limit} enrolments at once`,
  renewsNothingElse: 'Only enrolments are renewed',

  // Months
  monthInProgress: 'There is a month in progress, please end it first to start new one.',
  monthHasEnded: ({ name }: { name: string }) => `${name} has ended. Undo the month to change its records.`,
  since: ({ start }: { start: string }) => `since ${start}`,
  monthStatus: 'Use running or ended',
  monthOfWaiting: 'Use next or this',

  // Collections
  noPayments: 'Choose at least one debt to pay',
  tooManyPayments: ({ limit }: { limit: number }) => `Pay at most ${limit} debts at once`,
  noNewRecords: 'Name the new records one by one',
  tooManyNewRecords: ({ limit }: { limit: number }) => `Add at most ${limit} new records to one receipt`,
  nothingPaid: 'Enter an amount above zero',
  paidTwice: 'This debt stands in the list twice. Pay it once.',
  takesNoPayments: 'Payments are not taken for this',
  tooManyTenders: ({ limit }: { limit: number }) => `Pay in at most ${limit} parts`,
  notAPhoto: 'A photo is a JPEG picture of at most 200 KB and 4,000 pixels a side.',
  tendersDiffer: 'The parts do not come to the sum',
  oneMethodOrParts: 'Name one method, or the parts',
  unknownPart: 'This server does not know this part of a collection',

  // Plans
  noParts: 'Add at least one part',
  tooManyParts: ({ limit }: { limit: number }) => `Use at most ${limit} parts`,
  partWithoutDay: 'Every part needs a day',
  partWithoutAmount: 'Every part needs an amount above zero',
  partsNotInOrder: 'Put the days in order, each only once',
  methods: {
    cash: 'Cash',
    credit: 'Credit',
    creditReserved: 'Credit is a method of its own already',
    cashTwice: 'Cash is there already',
    unknown: 'This branch does not take this method. Choose another one.',
    removed: ({ name }: { name: string }) => `${name} was removed from the methods. Choose another one.`,
    referenceMissing: ({ name }: { name: string }) => `Write the reference of ${name}`,
  },
  lists: {
    idWrong: 'Use up to 40 small letters, digits and hyphens',
    nameMissing: 'Write what it is called',
    twice: 'This stands in the list twice',
    tooMany: ({ limit }: { limit: number }) => `Use at most ${limit} of them`,
    unknown: 'This branch does not have this in its list. Choose another one.',
    removed: ({ name }: { name: string }) => `${name} was removed from the list. Choose another one.`,
  },
  prices: {
    discountMissing: 'Enter the discount',
    listPriceMissing: 'Enter the list price that the discount is taken off',
    discountAboveList: ({ amount }: { amount: string }) =>
      `The discount is more than the list price of ${amount}`,
    discountDiffers: ({ amount }: { amount: string }) =>
      `List price less discount is ${amount}, not the price`,
    reasonMissing: 'Choose the reason of the discount',
    percentSuchAs: 'Enter a percentage from 0 to 100, such as 10 or 12.5',
    kindWrong: 'Choose a kind of enrolment',
    tooManyPrices: ({ limit }: { limit: number }) => `Use at most ${limit} prices`,
    priceTwice: 'This stands in the list twice',
    noSuchCondition: ({ label }: { label: string }) => `This kind has no ${label}`,
  },
});
