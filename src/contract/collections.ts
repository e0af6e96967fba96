import { z } from 'zod';
import { money, optionalDate, optionalLongText, readId, reference } from './fields.ts';
import { givenId } from './ids.ts';
import { choiceId } from './named-choices.ts';
import { paymentFields } from './payment-methods.ts';
import { receipt } from './resources/installment.ts';
import { sentences } from './texts/sentences.en.ts';

export const collectionResources = [
  'adult-course',
  'kids-course',
  'home-schooling',
  'summer-course',
  'nursery',
  'bus',
  'book-payout',
] as const;
export type CollectionResource = (typeof collectionResources)[number];

export const enrolmentNames = collectionResources.filter((name) => name !== 'book-payout');

const MAX_PAYMENTS = 100;
const MAX_RECORDS = 20;

const paidAmount = money('paidAmount', () => sentences.paidAmountMissing);

const payment = z.object({
  resource: z.enum(collectionResources, { error: () => sentences.takesNoPayments }),
  related_record: reference('relatedRecord', 'bus', () => sentences.relatedRecordMissing).write,
  paid_amount: paidAmount.write.refine((amount) => amount !== '0.00', { error: () => sentences.nothingPaid }),
});

const newRecord = z.looseObject({
  resource: z.enum(collectionResources, { error: () => sentences.takesNoPayments }),
});

const MAX_TENDERS = 6;

const tender = z.object({
  payment_method: choiceId,
  payment_reference: paymentFields.payment_reference.write,
  amount: paidAmount.write.refine((amount) => amount !== '0.00', { error: () => sentences.nothingPaid }),
});

/** All lines of a collection share the fields of the paper. */
export const collectionFields = {
  receipt_number: receipt,
  custom_date: optionalDate('customDate'),
  notes: optionalLongText('notes'),
};

const NAMED_UNKNOWN = 20;

const ownFields = {
  id: givenId,
  receipt_number: collectionFields.receipt_number.write,
  custom_date: collectionFields.custom_date.write,
  notes: collectionFields.notes.write,
  payments: z
    .array(payment, { error: () => sentences.noPayments })
    .max(MAX_PAYMENTS, { error: () => sentences.tooManyPayments({ limit: MAX_PAYMENTS }) })
    .default([]),
  records: z
    .array(newRecord, { error: () => sentences.noNewRecords })
    .max(MAX_RECORDS, { error: () => sentences.tooManyNewRecords({ limit: MAX_RECORDS }) })
    .default([]),
  /** The student who pays, whose receipt it is (decision 142). */
  payer: reference('student', 'student').write.nullish(),
  payment_method: paymentFields.payment_method.write,
  payment_reference: paymentFields.payment_reference.write,
  tenders: z
    .array(tender)
    .max(MAX_TENDERS, { error: () => sentences.tooManyTenders({ limit: MAX_TENDERS }) })
    .optional(),
};

/**
 * POST /collections/ (decision 53). An unknown member is refused: it may be a further list of lines (decision 104).
 */
export const collectionBody = z.looseObject(ownFields).superRefine((body, context) => {
  if (body.payments.length + body.records.length === 0)
    context.addIssue({ code: 'custom', path: ['payments'], message: sentences.noPayments });
  if (body.tenders && body.payment_method !== undefined)
    context.addIssue({ code: 'custom', path: ['payment_method'], message: sentences.oneMethodOrParts });
  const unknown = Object.keys(body).filter((one) => !Object.hasOwn(ownFields, one));
  for (const name of unknown.slice(0, NAMED_UNKNOWN))
    context.addIssue({ code: 'custom', path: [name], message: sentences.unknownPart });
});
export type CollectionBody = z.output<typeof collectionBody>;

export const collectionRow = z.object({
  id: readId,
  receipt_number: z.string(),
  custom_date: z.string().nullish(),
  /** Other servers may omit it. */
  day: z.string().optional(),
  notes: z.string().nullish(),
  /** Present sum of its payments (decision 104). */
  total: paidAmount.read,
  /** Sum received when it was recorded; it stays when a payment is corrected later. */
  received: paidAmount.read,
  created_at: z.string(),
  recorded_by: readId.nullish(),
  payer: readId.nullish(),
  tenders: z
    .array(
      z.object({
        payment_method: z.string(),
        payment_reference: z.string().nullish(),
        amount: paidAmount.read,
      }),
    )
    .optional()
    .catch(undefined),
});

export const placedLists = ['payments', 'records', 'tenders'] as const;
export type PlacedList = (typeof placedLists)[number];
