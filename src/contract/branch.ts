import { z } from 'zod';
import { monthStatus } from './month.ts';

const capability = z.boolean().optional().default(false);
const capabilities = {
  client_ids: capability,
  idempotency: capability,
  filters: capability,
  merges: capability,
  events: capability,
  sessions: capability,
  payout_installments: capability,
  users: capability,
  approvals: capability,
  collections: capability,
  collection_records: capability,
  collection_payer: capability,
  settings: capability,
  receipts: capability,
  merges_students: capability,
  search: capability,
  closes: capability,
  month_checklist: capability,
  month_waiting: capability,
  month_breakdown: capability,
  debts: capability,
  balances: capability,
  exports: capability,
  imports: capability,
  people: capability,
  outcomes: capability,
  payment_methods: capability,
  expense_categories: capability,
  expense_photos: capability,
  advances: capability,
  departures: capability,
  renewals: capability,
  refunds: capability,
  discounts: capability,
  cash_moves: capability,
  device_entries: capability,
  reports: capability,
  spreadsheet_tokens: capability,
  branches: capability,
  second_factor: capability,
};

export const capabilityNames: readonly string[] = Object.keys(capabilities);

/**
 * GET /branch/details/. A capability that the server does not declare is not used:
 * - `client_ids`: a create may carry the id of the record that it makes (decision 171)
 * - `idempotency`: a write with a key may be retried (decision 5)
 * - `filters`: lists accept filters (decision 3)
 * - `merges`: a change may carry its base, and a delete its version (decision 41)
 * - `payout_installments`: book payouts take installments (decision 42)
 * - `events`: changes are told as they happen
 * - `sessions`: sessions can be listed and ended, and profiles ask for the present password (decisions 48 and 49)
 * - `users`: managers manage the users (decision 47)
 * - `approvals`: a manager approves a single write (decision 46)
 * - `collections`: one sum is received for several debts at once, and families are known (decision 53)
 * - `collection_records`: a collection may contain new enrolments and book payouts (decision 104)
 * - `collection_payer`: a collection may name the student who pays (decision 142)
 * - `settings`: the branch has settings for its receipts and reminders (decision 52)
 * - `receipts`: receipts are read, their prints counted, and printed payments cancelled (decision 55)
 * - `search`: one search finds students, receipts and books (decision 61)
 * - `merges_students`: two records of one student become one (decision 106)
 * - `closes`: people close their drawers, and expenses and orders tell whether they were paid out of one (decision 54)
 * - `month_checklist`: open work before the end of a month can be read, and writes after an undo
 * - `month_waiting`: pending records of the next month can be read and moved at an undo (decision 144)
 * - `month_breakdown`: the money of a month is told by payment method
 * - `debts`: debts of students are listed by age (decision 107)
 * - `reports`: the money of any period is read by kind, method and person (decision 136)
 * - `balances`: what many students owe, and what they are enrolled in, is read at once
 * - `people`: names of users can be read, and lists filtered by the recorder
 * - `exports` and `imports`: lists become files; files of students and enrolments are imported (decision 56)
 * - `outcomes`: the server tells which writes are in the database, by their keys (decision 146)
 * - `payment_methods`: records say how they were paid, lists filter by it, a collection is paid in parts, and a close
 *   ticks off sums that are not cash (decision 130)
 * - `advances`: employees get advances and bonuses, and salaries are paid in parts (decision 134)
 * - `departures`: students and employees tell since when they have left, and lists filter by it (decision 133)
 * - `renewals`: enrolments end, lists tell which end soon, and many are renewed at once (decision 133)
 * - `refunds`: money goes back by refunds, withdrawals, transfers and credit; books come back and are counted (decision
 *   131)
 * - `cash_moves`: cash goes between drawers, the office and the bank (decision 179)
 * - `expense_categories`: expenses say what they were for (decision 135)
 * - `expense_photos`: a photo of the bill belongs to an expense (decision 135)
 * - `discounts`: enrolments keep list price, discount and its reason; the branch has a price list (decision 132)
 * - `device_entries`: devices announce what waits on them, and are told what they have lost (decision 152)
 * - `spreadsheet_tokens`: spreadsheets read lists and the report with tokens of their own (decision 157)
 * - `branches`: a person may work in several branches, which a manager compares, and students move between them (decision
 *   159)
 * - `second_factor`: users set up a second factor, and sign-in and approvals ask for it (decision 160)
 * `time_zone` (IANA name) and `day_begins` (hour) tell the branch's days (decision 173); without them days are UTC's.
 * `zone_offset` tells how many minutes that zone was ahead of UTC when the branch's day began: a device whose tz database
 * is older takes the server's word.
 * `generation` identifies the database between two restores; `restored_from` is when the restored backup was made, ISO
 * 8601 in UTC.
 */
export const branchDetails = z.object({
  name: z.string(),
  address: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  current_month_name: z
    .string()
    .nullish()
    .transform((text) => text ?? null),
  current_month: monthStatus.nullish().transform((status) => status ?? null),
  ...capabilities,
  time_zone: z.string().optional().catch(undefined),
  day_begins: z.number().optional().catch(undefined),
  zone_offset: z.object({ at: z.iso.datetime(), minutes: z.number().int() }).optional().catch(undefined),
  generation: z.string().optional().catch(undefined),
  restored_from: z.string().nullish().catch(undefined),
});
export type BranchDetails = z.output<typeof branchDetails>;
