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
});
export type MonthBreakdown = z.output<typeof monthBreakdown>;
