import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { computedMoney } from './computed-fields.ts';
import { readId } from './fields.ts';
import { COLLECTION } from './resource-names.ts';

/** Holds the API path of the one search over students, receipts and books (decision 61). */
export const SEARCH_PATH = '/search/';

/** Sets how many rows of a kind a search answers at most. */
export const SEARCH_LIMIT = 8;

/** Sets from how many letters on something is searched; fewer answer nothing. */
export const MIN_SEARCH_LENGTH = 2;

const text = z.string().nullish();
const amount = computedMoney('Amount').read;

const foundRow = {
  id: readId,
  /** Name of a student or book, number of a receipt. */
  title: z.string(),
  /** What tells rows of the same title apart: code and phone, who paid, copies in stock. */
  detail: z.string(),
};

const foundStudent = z.object({
  ...foundRow,
  resource: z.literal('student'),
  /** What remains to be paid on all enrolments and book payouts. */
  remaining_amount: amount,
});

/** Parses a receipt: one payment, or a collection whose payments carry the same number. */
const foundReceipt = z.object({
  ...foundRow,
  resource: z.enum([...collectionResources, COLLECTION]),
  /** The student who paid, the first of a collection. Other servers may omit it, like `amount` and `day`. */
  student: readId.nullish().catch(undefined),
  amount: amount.nullish().catch(undefined),
  /** The day that it counts on, yyyy-MM-dd. */
  day: text.catch(undefined),
});

const foundBook = z.object({
  ...foundRow,
  resource: z.literal('book'),
  /** Copies in stock. */
  quantity: text.catch(undefined),
});

/** Parses GET /search/?q=…: at most eight rows of each kind, the best first (decision 61). */
export const searchAnswer = z.object({
  students: z.array(foundStudent),
  receipts: z.array(foundReceipt),
  books: z.array(foundBook),
});
export type SearchAnswer = z.output<typeof searchAnswer>;
export type FoundStudent = z.output<typeof foundStudent>;
export type FoundReceipt = z.output<typeof foundReceipt>;
export type FoundBook = z.output<typeof foundBook>;
