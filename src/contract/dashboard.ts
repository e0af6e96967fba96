import { z } from 'zod';
import { readId } from './fields.ts';
import { monthStatus } from './month.ts';

const tile = z.union([z.string(), z.number().transform(String)]);

const dashboardSums = z.object({
  total_income: tile,
  franchise_expenses: tile,
  total_expenses: tile,
  total_profit: tile,
});
export type DashboardSums = z.output<typeof dashboardSums>;

const dayOfIncome = z.object({ day: z.iso.date(), income: tile });
export type DayOfIncome = z.output<typeof dayOfIncome>;

const monthOfSums = z.object({ id: readId, name: z.string(), status: monthStatus });

/**
 * GET /dashboard/branch/: the current month's sums as decimal text (decision 22). Our additions, which other servers
 * may lack: `month` names the month of the sums, null without any, so that pending money is added only where it will
 * count. `income_by_day` is by effective day, oldest first, without days of no income.
 */
export const dashboard = dashboardSums.extend({
  month: monthOfSums.nullish(),
  income_by_day: z.array(dayOfIncome).optional(),
});
export type Dashboard = z.output<typeof dashboard>;
