import { z } from 'zod';
import { readId, readOptionalMoney } from './fields.ts';
import { receiptSubjects } from './receipts.ts';

export const SEARCH_PATH = '/search/';

export const SEARCH_LIMIT = 8;

export const MIN_SEARCH_LENGTH = 2;

const text = z.string().nullish();
const amount = readOptionalMoney;

const foundRow = {
  id: readId,
  title: z.string(),
  /** Distinguishes rows of the same title: code and phone, payer, copies in stock. */
  detail: z.string(),
};

const foundStudent = z.object({
  ...foundRow,
  resource: z.literal('student'),
  left_on: text.catch(undefined),
  remaining_amount: amount,
});

/** One payment, or a collection whose payments have the same number; by the code on its paper, a refund too. */
const foundReceipt = z.object({
  ...foundRow,
  resource: z.enum([...receiptSubjects, 'refund']),
  /** The student who paid, the first of a collection. Other servers may omit it, like `amount` and `day`. */
  student: readId.nullish().catch(undefined),
  amount: amount.nullish().catch(undefined),
  day: text.catch(undefined),
});

const foundBook = z.object({
  ...foundRow,
  resource: z.literal('book'),
  quantity: text.catch(undefined),
});

/** GET /search/?q=…: at most eight rows of each kind, the best first (decision 61). */
export const searchAnswer = z.object({
  students: z.array(foundStudent),
  receipts: z.array(foundReceipt),
  books: z.array(foundBook),
});
export type SearchAnswer = z.output<typeof searchAnswer>;
export type FoundStudent = z.output<typeof foundStudent>;
export type FoundReceipt = z.output<typeof foundReceipt>;
export type FoundBook = z.output<typeof foundBook>;
