import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { readId, readOptionalMoney } from './fields.ts';
import { paths } from './http.ts';
import { phonesShape } from './student-phones.ts';

export const FAMILIES_PATH = paths.families;

const text = z.string().nullish();

const familyMember = z.object({
  id: readId,
  name: z.string(),
  code: text,
  ...phonesShape,
  /** `self`: requested; `phone`: shares the phone number of a guardian; `hand`: put together by a person. */
  joined: z.enum(['self', 'phone', 'hand']),
  credit: readOptionalMoney,
  /** Has an enrolment that runs today (decision 132). Other servers may omit it. */
  enrolled: z.boolean().optional(),
});

const amount = readOptionalMoney;

const familyDebt = z.object({
  resource: z.enum(collectionResources),
  price: amount,
  paid: amount,
  remaining: amount,
  due: z.object({ day: z.string(), amount }).nullish(),
  /** Effective day, yyyy-MM-dd. */
  day: z.string(),
  age_days: z.number().int(),
  record: z.looseObject({ id: readId }),
});

export const family = z.object({
  students: z.array(familyMember),
  debts: z.array(familyDebt),
  remaining: amount,
  /** Of all its students; null on a server without credit. */
  credit: amount,
});

/** POST /families/. The decision overrides phone numbers. */
export const familyPairBody = z.object({
  student: z.string().min(1).max(64),
  other: z.string().min(1).max(64),
  together: z.boolean(),
});
