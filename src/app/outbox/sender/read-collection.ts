import { z } from 'zod';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import { collectionAnswer } from '#contract/collections.ts';
import { resourceOf } from '#contract/resources/registry.ts';

/** Parses the answer to a collection, each payment as a record of its resource. */
export const collectionRecord: z.ZodType<RecordRow> = collectionAnswer.transform((collection, context) => ({
  ...collection,
  // The month of the whole is that of its payments (decision 18).
  month: collection.payments[0]?.month,
  payments: collection.payments.map((payment) => {
    const record = recordSchema(resourceOf(payment.resource)).safeParse(payment);
    if (record.success) return { ...record.data, resource: payment.resource };
    context.addIssue({ code: 'custom', message: 'Not a payment' });
    return z.NEVER;
  }),
}));
