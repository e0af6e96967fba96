import { z } from 'zod';
import { DAY_MS, type Day } from './days.ts';
import { readId, readMoney } from './fields.ts';

export const REPORTS_PATH = '/reports/';

const count = z.number().int();

const MOST_DAYS_BY_DAY = 92;

/** Longer reports go by month over time. */
export const goesByDay = (report: { readonly from: Day; readonly until: Day }): boolean =>
  (Date.parse(report.until) - Date.parse(report.from)) / DAY_MS < MOST_DAYS_BY_DAY;

/**
 * GET /reports/?from=yyyy-MM-dd&until=yyyy-MM-dd: the money of all records of these effective days, both included;
 * decimal text (decision 136). Needs the capability `reports`.
 */
export const report = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  cash: z.array(
    z.object({
      /** A kind of record with cash, or "credit" for credit that was paid out: such refunds are of no kind. */
      resource: z.string(),
      payment_method: z.string().nullable(),
      recorded_by: readId.nullable(),
      name: z.string(),
      category: z.string().nullable(),
      count,
      total: readMoney,
    }),
  ),
  /**
   * The same money by time: see goesByDay. Revenue is income less what was paid back, as in the
   * figures of months; credit that was paid out is in neither. Steps without money are left out.
   */
  over_time: z.array(
    z.object({
      /** The day, or the first one of the month. */
      from: z.iso.date(),
      payment_method: z.string().nullable(),
      recorded_by: readId.nullable(),
      revenue: readMoney,
      expenses: readMoney,
    }),
  ),
  /**
   * What was owed at the end of the last day: the prices of today less what was paid and forgiven until then. Only of
   * records of that day or before.
   */
  debts: readMoney,
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

export const BRANCH_REPORTS_PATH = '/reports/branches/';

/** The report of the same days in each branch whose figures the person sees, by name (decision 159). */
export const branchReports = z.object({
  results: z.array(z.object({ id: readId, name: z.string(), report })),
});
export type BranchReports = z.output<typeof branchReports>;
