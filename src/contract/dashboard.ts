import { z } from 'zod';

const tile = z.union([z.string(), z.number().transform(String)]);

const dashboardSums = z.object({
  total_income: tile,
  franchise_expenses: tile,
  total_expenses: tile,
  total_profit: tile,
});
export type DashboardSums = z.output<typeof dashboardSums>;

/** What came in on one day, as decimal text. */
const dayOfIncome = z.object({ day: z.iso.date(), income: tile });
export type DayOfIncome = z.output<typeof dayOfIncome>;

/**
 * GET /dashboard/branch/: the current month's sums as decimal text (decision 22). What came in by effective day, oldest first and without
 * the days that brought nothing, is an addition of ours that a host may lack.
 */
export const dashboard = dashboardSums.extend({ income_by_day: z.array(dayOfIncome).optional() });
