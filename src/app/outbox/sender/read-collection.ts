import { z } from 'zod';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import { collectionAnswer } from '#contract/collections.ts';
import { resourceOf } from '#contract/resources/registry.ts';

type Written = z.output<typeof collectionAnswer>['payments'];

/** Parses the answer to a collection, each payment and new record as a record of its resource. */
export const collectionRecord: z.ZodType<RecordRow> = collectionAnswer.transform((collection, context) => {
  const asRecords = (written: Written) =>
    written.map((row) => {
      const record = recordSchema(resourceOf(row.resource)).safeParse(row);
      if (record.success) return { ...record.data, resource: row.resource };
      context.addIssue({ code: 'custom', message: 'Not a record' });
      return z.NEVER;
    });
  const { payments, records } = collection;
  return {
    ...collection,
    // The month of the whole is that of its lines (decision 18).
    month: (payments[0] ?? records[0])?.month,
    payments: asRecords(payments),
    records: asRecords(records),
  };
});
