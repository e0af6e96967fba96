import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of a student's page. */
export const messages = defineMessages({
  loading: 'Loading',
  codePending: 'The server will give the code',
  neverOpened: 'This page was never opened here, so installments may be missing.',
  tryAgain: 'Try again',

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
  edit: 'Edit',

  takeInstallment: 'Take installment',
  takeInstallmentFor: ({ title }: { title: string }) => `Take installment for ${title}`,
  chooseInstallment: 'Take an installment for',
  receipt: ({ receipt }: { receipt: string }) => `Receipt ${receipt}`,
  enrol: 'Enrol',
  chooseEnrolment: 'Enrol in',

  sums: 'Account',
  remainsInAll: 'Remains in all',
  paidInAll: 'Paid in all',
  stillOwed: 'Still owed',
  asFarAsKnown: 'As far as is known',
  nothingOwed: 'Nothing owed',
  countsPending: 'Counts changes that are not sent yet',
  amountMissing: 'Without an amount that the server will work out',
  withoutUnread: ({ names }: { names: string }) => `Without ${names}, which could not be read`,
  mayBeMore: ({ names }: { names: string }) => `May be more: not all ${names} are on this device`,

  enrolments: 'Enrolments',
  books: 'Books',
  loadingEnrolments: 'Loading enrolments',
  noneKnownTitle: 'Not on this device',
  noneKnownAbout:
    'What this student was enrolled in was never read here. It shows when the connection is back.',
  noneYetTitle: 'Nothing yet',
  noneYetAbout:
    'Enrol this student to begin: every enrolment, installment and book then stands here, with what remains.',

  date: 'Date',
  price: 'Price',
  paid: 'Paid',
  editAccount: ({ title }: { title: string }) => `Edit ${title}`,
  payments: 'Payments',
  editInstallment: 'Edit this installment',
  /** Stands before the receipt number. */
  receiptPrefix: 'receipt ',
  paidAtStart: 'Paid at the start',
});
