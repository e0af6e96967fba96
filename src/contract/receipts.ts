import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { computedMoney } from './computed-fields.ts';
import { optionalLongText, readId } from './fields.ts';
import { paths } from './http.ts';
import { COLLECTION } from './resource-names.ts';
import { phonesShape } from './student-phones.ts';

/** Holds the API paths of receipts (decisions 52 and 55). */
export const RECEIPTS_PATH = '/receipts/';
export const PRINTS_PATH = paths.receiptPrints;
export const CANCELLED_PATH = '/cancelled-payments/';

/** Lists what has a receipt: a payment of any kind, or a collection. */
export const receiptSubjects = [...collectionResources, COLLECTION] as const;
export type ReceiptSubject = (typeof receiptSubjects)[number];

const amount = computedMoney('Amount').read;
const subject = z.enum(receiptSubjects);

/** Parses why a printed payment was deleted, by whom and when. */
const cancellation = z.object({ at: z.string(), by: z.string(), reason: z.string() });

/** Parses one line of a receipt: the payment as its list answers it, and what remains of its debt now. */
const receiptLine = z.object({
  resource: z.enum(collectionResources),
  record: z.looseObject({ id: readId }),
  remaining: amount,
  cancelled: cancellation.nullish().transform((one) => one ?? null),
});

/** Parses the receipt of a payment or collection; a payment that is part of a collection answers the whole (decision 52). */
export const receipt = z.object({
  resource: subject,
  id: readId,
  receipt_number: z.string().nullable(),
  custom_date: z.string().nullable(),
  created_at: z.string(),
  /** Name of the user who took it. */
  taken_by: z.string().nullable(),
  students: z.array(z.object({ id: readId, name: z.string(), ...phonesShape })),
  /** The student who paid, where that was said: the receipt is theirs (decision 142). */
  payer: z.object({ id: readId, name: z.string() }).nullish(),
  lines: z.array(receiptLine),
  /** What its lines come to without the cancelled ones. */
  total: amount,
  /** What remains now of all debts of its students, and of the family of the payer. */
  remaining: amount,
  /** How often it was printed. */
  prints: z.number().int(),
});
export type Receipt = z.output<typeof receipt>;

/** Validates a print of a receipt; `printed_at` is the moment by the clock of the device. */
export const printBody = z.object({
  resource: z.enum(receiptSubjects, { error: 'Receipts are not printed for this' }),
  record: z.string('Invalid input').regex(/^[\w-]{1,64}$/, 'Invalid input'),
  printed_at: z.iso.datetime('Invalid input').optional(),
});

/** Parses a print of a receipt. */
export const printRow = z.object({
  id: readId,
  resource: subject,
  record: readId,
  /** 1 for the first print of the receipt. */
  copy: z.number().int(),
  printed_at: z.string(),
});

/** Validates the optional body of a DELETE: why a printed payment is deleted (decision 55). */
export const deleteBody = z.object({ reason: optionalLongText('Reason').write });

/** Parses a payment that was deleted after its receipt was printed (decision 55). */
export const cancelledPayment = z.object({
  id: readId,
  resource: z.enum(collectionResources),
  record: z.looseObject({ id: readId }),
  receipt_number: z.string().nullable(),
  paid_amount: amount,
  cancelled: cancellation,
});
export type CancelledPayment = z.output<typeof cancelledPayment>;
