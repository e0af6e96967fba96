import { z } from 'zod';
import { readOptionalMoney } from './fields.ts';
import { MONTH_PATH } from './month.ts';

export const monthBreakdownPath = (id: string): string => `${MONTH_PATH}${encodeURIComponent(id)}/breakdown/`;

/** `GET /month/{id}/breakdown/`: the money of a month that its figures do not tell apart; decimal text. */
export const monthBreakdown = z.object({
  /** By payment method (decision 130), cash first. */
  by_method: z.array(
    z.object({
      payment_method: z.string(),
      received: readOptionalMoney,
      paid_out: readOptionalMoney,
    }),
  ),
  /**
   * Money that was kept for students in the month, used by payments, and paid out; `balance` is what the branch owes them
   * now (decision 131). It is in the sums by method too.
   */
  credit: z
    .object({
      given: readOptionalMoney,
      used: readOptionalMoney,
      paid_out: readOptionalMoney,
      balance: readOptionalMoney,
    })
    .optional()
    .catch(undefined),
  /** Of enrolments of the month, what was taken off their prices (decision 132). Other servers may omit them. */
  discounts_by_reason: z
    .array(z.object({ discount_reason: z.string(), count: z.number().int(), total: readOptionalMoney }))
    .optional(),
  /** By who recorded the enrolment. */
  discounts_by_person: z
    .array(z.object({ name: z.string(), count: z.number().int(), total: readOptionalMoney }))
    .optional(),
  /** Decision 135; null without a category. Other servers may omit it. */
  expenses_by_category: z
    .array(z.object({ category: z.string().nullable(), count: z.number().int(), total: readOptionalMoney }))
    .optional(),
});
export type MonthBreakdown = z.output<typeof monthBreakdown>;
