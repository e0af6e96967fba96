import { z } from 'zod';
import { labelled } from './define-resource.ts';
import { money, optionalDate, optionalLongText, readId, reference } from './fields.ts';
import { receipt } from './resources/installment.ts';

/** A collection pays debts of these resources, named as in their paths without slashes (decision 53). */
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

const MAX_PAYMENTS = 100;
const MAX_RECORDS = 20;

export const collectionMessages = {
  noPayments: 'Choose at least one debt to pay',
  tooManyPayments: `Pay at most ${MAX_PAYMENTS} debts at once`,
  noRecords: 'Name the new records one by one',
  nothingPaid: 'Enter an amount above zero',
  paidTwice: 'This debt stands in the list twice. Pay it once.',
  tooManyRecords: `Add at most ${MAX_RECORDS} new records to one receipt`,
  unknownResource: 'Payments are not taken for this',
  unknownPart: 'This server does not know this part of a collection',
} as const;

const paidAmount = money('Paid Amount', 'Paid amount is required');

const payment = z.object({
  resource: z.enum(collectionResources, { error: collectionMessages.unknownResource }),
  related_record: reference('Related Record', 'bus', 'Related record is required').write,
  paid_amount: paidAmount.write.refine((amount) => amount !== '0.00', collectionMessages.nothingPaid),
});

/** An enrolment or book payout with its first payment. Its fields are those of its resource. */
const newRecord = z.looseObject({
  resource: z.enum(collectionResources, { error: collectionMessages.unknownResource }),
});

/** All lines of a collection share the fields of the paper. */
export const collectionFields = labelled({
  receipt_number: receipt,
  custom_date: optionalDate('Custom Date'),
  notes: optionalLongText('Notes'),
});

/** Unknown members that a refusal names: a body can have a hundred thousand. */
const NAMED_UNKNOWN = 20;

const ownFields = {
  receipt_number: collectionFields.receipt_number.write,
  custom_date: collectionFields.custom_date.write,
  notes: collectionFields.notes.write,
  payments: z
    .array(payment, { error: collectionMessages.noPayments })
    .max(MAX_PAYMENTS, collectionMessages.tooManyPayments)
    .default([]),
  records: z
    .array(newRecord, { error: collectionMessages.noRecords })
    .max(MAX_RECORDS, collectionMessages.tooManyRecords)
    .default([]),
  /** The student who pays, whose receipt it is (decision 142). */
  payer: reference('Payer', 'student').write.nullish(),
};

/**
 * POST /collections/ (decision 53). An unknown member is refused: it may be a further list of lines of the same
 * receipt, and a collection is accepted wholly or not at all (decision 104).
 */
export const collectionBody = z.looseObject(ownFields).superRefine((body, context) => {
  if (body.payments.length + body.records.length === 0)
    context.addIssue({ code: 'custom', path: ['payments'], message: collectionMessages.noPayments });
  const unknown = Object.keys(body).filter((one) => !Object.hasOwn(ownFields, one));
  for (const name of unknown.slice(0, NAMED_UNKNOWN))
    context.addIssue({ code: 'custom', path: [name], message: collectionMessages.unknownPart });
});
export type CollectionBody = z.output<typeof collectionBody>;

/** Decision 53. */
export const collectionRow = z.object({
  id: readId,
  receipt_number: z.string(),
  custom_date: z.string().nullish(),
  notes: z.string().nullish(),
  /** Present sum of its payments (decision 104). */
  total: paidAmount.read,
  /** Sum received when it was recorded; it stays when a payment is corrected later. */
  received: paidAmount.read,
  created_at: z.string(),
  recorded_by: readId.nullish(),
  /** The student who paid; null if unknown (decision 142). */
  payer: readId.nullish(),
});

const writtenRow = z.looseObject({ id: readId, resource: z.enum(collectionResources) });

/** Payments and new records are rows of their resources. */
export const collectionAnswer = collectionRow.extend({
  payments: z.array(writtenRow),
  records: z.array(writtenRow).default([]),
});

export const lineLists = ['payments', 'records'] as const;
export type LineList = (typeof lineLists)[number];
