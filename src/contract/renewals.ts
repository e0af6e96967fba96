import { z } from 'zod';
import { readId } from './fields.ts';
import { paths } from './http.ts';
import { sentences } from './texts/sentences.en.ts';

export const renewableResources = [
  'bus',
  'nursery',
  'adult-course',
  'kids-course',
  'home-schooling',
  'summer-course',
] as const;
export type RenewableResource = (typeof renewableResources)[number];

export const RENEWALS_PATH = paths.renewals;

const MAX_ROWS = 100;

const resource = z.enum(renewableResources, { error: () => sentences.renewsNothingElse });

const row = z.object({
  resource,
  record: z.union([z.string().min(1).max(64), z.number().transform(String)]),
  /** Fields of the new enrolment. Those that it lacks are taken over from the one that is renewed. */
  body: z.looseObject({}).default({}),
});

/** POST /renewals/: each row is written or refused by itself. */
export const renewalsBody = z.object({
  rows: z
    .array(row, { error: () => sentences.noRenewals })
    .min(1, { error: () => sentences.noRenewals })
    .max(MAX_ROWS, { error: () => sentences.tooManyRenewals({ limit: MAX_ROWS }) }),
});

const renewed = { resource, record: readId };

const outcome = z.union([
  z.object({ ...renewed, status: z.literal(201), created: z.looseObject({ id: readId }) }),
  /** The body of the refusal that the same record would get by itself. */
  z.object({ ...renewed, status: z.number().int(), refusal: z.looseObject({}) }),
]);

export const renewalsAnswer = z.object({ rows: z.array(outcome) });
export type RenewalsAnswer = z.output<typeof renewalsAnswer>;

const dueCount = z.object({
  resource,
  /** Within the next 14 days, today included. */
  ending: z.number().int(),
  /** Within the last 30 days. */
  ended: z.number().int(),
});

export const dueRenewals = z.object({ kinds: z.array(dueCount) });
export type DueRenewals = z.output<typeof dueRenewals>;
