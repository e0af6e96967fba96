import { z } from 'zod';

const tile = z.union([z.string(), z.number().transform(String)]);

const dashboardSums = z.object({
  total_income: tile,
  franchise_expenses: tile,
  total_expenses: tile,
  total_profit: tile,
});
export type DashboardSums = z.output<typeof dashboardSums>;

/** Parses the income of one day, as decimal text. */
const dayOfIncome = z.object({ day: z.iso.date(), income: tile });
export type DayOfIncome = z.output<typeof dayOfIncome>;

/**
 * Parses GET /dashboard/branch/: the current month's sums as decimal text (decision 22).
 * `income_by_day` is our addition, which other servers may lack: by effective day, oldest first, without days of no income.
 */
export const dashboard = dashboardSums.extend({ income_by_day: z.array(dayOfIncome).optional() });
