import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { computedMoney } from './computed-fields.ts';
import { readId } from './fields.ts';
import { paths } from './http.ts';
import { phonesShape } from './student-phones.ts';

/** Holds the API path of families (decision 53). */
export const FAMILIES_PATH = paths.families;

const text = z.string().nullish();

/** Parses a student of a family, and why they belong to it. */
const familyMember = z.object({
  id: readId,
  name: z.string(),
  code: text,
  ...phonesShape,
  /** `self`: asked for; `phone`: shares the phone number of a guardian; `hand`: put together by a person. */
  joined: z.enum(['self', 'phone', 'hand']),
});

const amount = computedMoney('Amount').read;

/** Parses an open debt of a family: an enrolment or book payout on which something remains. */
const familyDebt = z.object({
  resource: z.enum(collectionResources),
  price: amount,
  /** What was paid so far, installments included. */
  paid: amount,
  remaining: amount,
  /** The next part of its plan that is not covered. */
  due: z.object({ day: z.string(), amount }).nullish(),
  /** The day that it counts on, yyyy-MM-dd. */
  day: z.string(),
  /** Days from then until today in UTC. */
  age_days: z.number().int(),
  /** The row as its list answers it. */
  record: z.looseObject({ id: readId }),
});

/** Parses GET /families/?student=…: students first by name, debts oldest first. */
export const family = z.object({
  students: z.array(familyMember),
  debts: z.array(familyDebt),
  remaining: amount,
});

/** Parses the body of POST /families/: whether two students are of one family, whatever their phones say. */
export const familyPairBody = z.object({
  student: z.string().min(1).max(64),
  other: z.string().min(1).max(64),
  together: z.boolean(),
});

/** Parses the answer to POST /families/. */
export const familyPair = z.object({ student: readId, other: readId, together: z.boolean() });
