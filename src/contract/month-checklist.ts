import { z } from 'zod';
import { computedMoney } from './computed-fields.ts';
import { historyEntry } from './history.ts';
import { MONTH_PATH } from './month.ts';
import { allResourceNames } from './resource-names.ts';

/** Holds the path of what may still be open before the running month ends. */
export const MONTH_CHECKLIST_PATH = `${MONTH_PATH}checklist/` as const;

const count = z.number().int();

/** Parses what may still be open before the running month ends. Nothing of it prevents the end. */
export const monthChecklist = z.object({
  /** Employees who have no salary in the running month. */
  unpaid_employees: count,
  /** Deductions that no salary has taken off. */
  open_deductions: count,
  /** Users who have not closed their drawer since money moved, or whose close waits for its reason. */
  open_drawers: count,
  /** Book payouts on which something is owed. */
  owing_payouts: count,
  /** Enrolments of the running month on which nothing was paid, by kind. */
  unpaid_enrolments: z.array(z.object({ resource: z.enum(allResourceNames), count })),
});

/** Parses the latest writes between the last undo of a month and its next end, newest first. */
export const monthWrites = z.object({ count, results: z.array(historyEntry) });

/** Holds the path of the money that waits for the next month. */
export const WAITING_PATH = `${MONTH_PATH}waiting/` as const;

const figure = computedMoney('').read;

/**
 * Parses what waits for the next month (decision 43): the number of records, and what of it was received and paid out, as decimal text;
 * null for users who do not see figures of months.
 */
export const waitingForMonth = z.object({ count, income: figure, expenses: figure });
export type WaitingForMonth = z.output<typeof waitingForMonth>;
