import { paths } from '../http.ts';
import { RECEIPT_PRINT } from '../resource-names.ts';
import { namesIn } from '../resources/name-in.ts';
import { writeTexts } from '../texts/writes.en.ts';
import { defineWrite, receiptOf, referenceIn } from './define-write.ts';

/** Counts the prints of a receipt (decision 52). */
export const receiptPrintWrite = defineWrite({
  name: RECEIPT_PRINT,
  request: ({ body }) => ({ path: paths.receiptPrints, body }),
  needs: (values) => referenceIn(values, 'record', values.resource),
  prints: ({ record }) => String(record),
  outdates: 'receipts',
  describe: ({ referenced: { record } }) => [
    writeTexts[RECEIPT_PRINT].title,
    record && namesIn(record, 'student'),
    record && receiptOf(record),
  ],
});
