import { z } from 'zod';
import { readOptionalMoney } from './fields.ts';
import { historyEntry } from './history.ts';
import { MONTH_PATH } from './month.ts';
import { allResourceNames } from './resource-names.ts';

export const MONTH_CHECKLIST_PATH = `${MONTH_PATH}checklist/` as const;

const count = z.number().int();

/** Open work before the running month ends. None of it prevents the end. */
export const monthChecklist = z.object({
  unpaid_employees: count,
  /**
   * Employees whose salary of the month is paid in part, and what is left of it as decimal text; null for users who do
   * not see salaries (decision 134).
   */
  partly_paid: z.object({ count, left: readOptionalMoney }).optional().catch(undefined),
  open_deductions: count,
  open_bonuses: count.optional(),
  /** Users with money since their last close, or with a close that needs its reason. */
  open_drawers: count,
  owing_payouts: count,
  /** Enrolments of the running month without any payment, by kind. */
  unpaid_enrolments: z.array(z.object({ resource: z.enum(allResourceNames), count })),
});

/** Between the last undo of a month and its next end, newest first. */
export const monthWrites = z.object({ count, results: z.array(historyEntry) });

export const WAITING_PATH = `${MONTH_PATH}waiting/` as const;

const figure = readOptionalMoney;

/**
 * Records that wait for the next month (decision 43): their number, and the sums received and paid out as decimal text;
 * null for users who do not see figures of months.
 */
export const waitingForMonth = z.object({ count, income: figure, expenses: figure });
export type WaitingForMonth = z.output<typeof waitingForMonth>;
