import { defineMessages, plural } from '#contract/messages.ts';

/** Texts on a paper are in `receipt/paper-messages.ts`. */
export const messages = defineMessages('printing', {
  receipt: 'Receipt',
  refundReceipt: 'Receipt of the refund',
  loading: 'Loading the receipt',
  printedBefore: ({ copy }: { copy: number }) => `Printed before: this is copy ${copy}.`,
  printedOnceSent: 'It can be printed once it is sent.',
  waiting: 'Waiting to be sent. Copies say so, the first print does not.',
  notPrinted: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The receipt could not be opened, so it was not printed.',
      other: '# receipts could not be opened, so they were not printed.',
    }),
  printNotStored: 'This print is not counted: the device could not store it. Free some space on the device.',
  paper: 'Paper',
  a5: 'A5',
  roll: '80 mm roll',
  share: 'Share',
  shareAgain: 'The receipt is ready. Press Share again.',
  shareReceipt: 'Share the receipt',
  copyText: 'Copy the text',
  copied: 'The text of the receipt is copied.',
  notCopied: 'This browser did not copy it. Select the text on the receipt.',
  whatsApp: 'WhatsApp',
  sendTo: ({ name }: { name: string }) => `Send by WhatsApp: ${name}`,
  student: ({ name }: { name: string }) => name,
  father: ({ name }: { name: string }) => `Father of ${name}`,
  mother: ({ name }: { name: string }) => `Mother of ${name}`,
  phoneOf: ({ name, label }: { name: string; label: string }) => `${name}, ${label}`,
  preview: 'Preview',
  receiptOf: ({ title }: { title: string }) => `Receipt of ${title}`,
  cancelledCount: ({ count }: { count: number }) =>
    plural(count, { one: '# cancelled payment', other: '# cancelled payments' }),
  cancelledBy: ({ by, day, reason }: { by: string; day: string; reason: string }) =>
    `Cancelled by ${by} on ${day}: ${reason}`,
  newer: 'Newer',
  older: 'Older',
  account: 'Account on paper',
  salarySlip: 'Salary slip',
  monthReport: 'Month report',
});
