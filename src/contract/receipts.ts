import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { optionalLongText, readId, readOptionalMoney } from './fields.ts';
import { paths } from './http.ts';
import { COLLECTION, RECEIPT_PRINT } from './resource-names.ts';
import { phonesShape } from './student-phones.ts';
import { bodies } from './texts/bodies.en.ts';
import { inputs } from './texts/inputs.en.ts';

export const RECEIPTS_PATH = '/receipts/';
export const PRINTS_PATH = paths.receiptPrints;
export const CANCELLED_PATH = '/cancelled-payments/';

export const receiptSubjects = [...collectionResources, COLLECTION] as const;
export type ReceiptSubject = (typeof receiptSubjects)[number];

interface Payment<Resource extends string> {
  readonly resource: Resource;
  readonly id: string;
  readonly collection: string | null;
}

/** Whose receipt a payment has: a payment of a collection that of the collection (decision 52). */
export const receiptSubjectOf = <Resource extends string>({ resource, id, collection }: Payment<Resource>) =>
  collection === null ? { resource, id } : ({ resource: COLLECTION, id: collection } as const);

const amount = readOptionalMoney;
const subject = z.enum(receiptSubjects);

const cancellation = z.object({ at: z.string(), by: z.string(), reason: z.string() });

const receiptLine = z.object({
  resource: z.enum(collectionResources),
  record: z.looseObject({ id: readId }),
  remaining: amount,
  cancelled: cancellation.nullish().transform((one) => one ?? null),
});

/** A payment of a collection has the receipt of the collection (decision 52). */
export const receipt = z.object({
  resource: subject,
  id: readId,
  receipt_number: z.string().nullable(),
  custom_date: z.string().nullable(),
  /** Other servers may omit it. */
  day: z.string().optional(),
  created_at: z.string(),
  taken_by: z.string().nullable(),
  students: z.array(z.object({ id: readId, name: z.string(), ...phonesShape })),
  /** The receipt belongs to the student who paid, if known (decision 142). */
  payer: z.object({ id: readId, name: z.string() }).nullish(),
  lines: z.array(receiptLine),
  total: amount,
  /** Present debts of its students, and of the payer's family. */
  remaining: amount,
  prints: z.number().int(),
  /** What the branch was called at its first print; null if it was never printed. */
  branch: z.string().nullish(),
});
export type Receipt = z.output<typeof receipt>;

const invalid = () => inputs.invalid;

/** `printed_at` is the moment by the clock of the device. */
export const printBody = z.object({
  resource: z.enum(receiptSubjects, { error: () => bodies.notPrinted }),
  record: z.string({ error: invalid }).regex(/^[\w-]{1,64}$/, { error: invalid }),
  printed_at: z.iso.datetime({ error: invalid }).optional(),
});

export const printOf = (resource: ReceiptSubject, record: string, at: Date) =>
  ({
    resource: RECEIPT_PRINT,
    kind: 'create',
    body: { resource, record, printed_at: at.toISOString() },
  }) as const;

export const printRow = z.object({
  id: readId,
  resource: subject,
  record: readId,
  copy: z.number().int(),
  printed_at: z.string(),
});

/** Optional body of a DELETE: reason for deleting a printed payment (decision 55). */
export const deleteBody = z.object({ reason: optionalLongText('reason').write });

export const cancelledPayment = z.object({
  id: readId,
  resource: z.enum(collectionResources),
  record: z.looseObject({ id: readId }),
  receipt_number: z.string().nullable(),
  paid_amount: amount,
  cancelled: cancellation,
});
export type CancelledPayment = z.output<typeof cancelledPayment>;
