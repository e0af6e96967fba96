import { z } from 'zod';
import { readId, readMoney } from './fields.ts';

export const REPORTS_PATH = '/reports/';

const count = z.number().int();

/**
 * GET /reports/?from=yyyy-MM-dd&until=yyyy-MM-dd: the money of all records of these effective days, both included;
 * decimal text (decision 136). Needs the capability `reports`.
 */
export const report = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  /** Every sum of a list of the kind with these days, this method and this person. */
  cash: z.array(
    z.object({
      /** A kind of record with cash, or "credit" for credit that was paid out: such refunds are of no kind. */
      resource: z.string(),
      payment_method: z.string().nullable(),
      /** Id of who recorded it. */
      recorded_by: readId.nullable(),
      name: z.string(),
      count,
      total: readMoney,
    }),
  ),
  /** Null without a category, which is last; most first. */
  expenses_by_category: z.array(z.object({ category: z.string().nullable(), count, total: readMoney })),
  /** What was taken off the prices of the enrolments that were recorded. */
  discounts: z.object({ count, total: readMoney }),
  enrolments: z.array(
    z.object({
      resource: z.string(),
      /** Recorded, and no renewal of another. */
      started: count,
      renewed: count,
      /** Their last day was one of these. */
      ended: count,
    }),
  ),
  /** Closes of these days (UTC): how many, how many of them with a difference, and all differences together. */
  drawers: z.object({ closes: count, differing: count, difference: readMoney }),
});
export type Report = z.output<typeof report>;
