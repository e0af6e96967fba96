import { z } from 'zod';
import { monthStatus } from './month.ts';

const capability = z.boolean().optional().default(false);
const capabilities = {
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
  debts: capability,
  exports: capability,
  imports: capability,
  people: capability,
  outcomes: capability,
  payment_methods: capability,
};

export const capabilityNames: readonly string[] = Object.keys(capabilities);

/**
 * Parses GET /branch/details/ with the capabilities of the server beyond the specification.
 * `idempotency`: a write with a key may be retried (decision 5); `filters`: lists accept filters (decision 3); `merges`: a change may
 * carry its base, and a delete its version (decision 41); `payout_installments`: book payouts take installments (decision 42); `events`: changes are
 * told as they happen; `sessions`: sessions can be listed and ended, and profiles ask for the present password (decisions 48 and 49);
 * `users`: managers manage the users (decision 47); `approvals`: a manager approves a single write (decision 46); `collections`: one sum
 * is received for several debts at once, and families are known (decision 53); `collection_records`: it may contain new enrolments and book payouts; `collection_payer`: it may name who pays (decision 142); `settings`: the branch has settings for its receipts and
 * reminders (decision 52); `receipts`: receipts are read and their prints counted, and printed payments are cancelled (decision 55);
 * `search`: one search finds students, receipts and books (decision 61); `merges_students`: two records of one student become one (decision 106);
 * `closes`: people close their drawers, and expenses and orders say whether they were paid out of one (decision 54); `month_checklist`: it
 * tells what is open before a month ends, and what was written after an undo; `month_waiting`: it tells what waits for the next month, and an undo says
 * where that belongs (decision 144); `debts`: what students owe is listed by age
 * (decision 107); `people`: it tells what users are called, and lists can be filtered by who recorded; `exports`: lists are answered as files; `imports`: files of students and enrolments are taken in (decision 56); `outcomes`: it tells what
 * became of a write (decision 141), and which writes its database contains (decision 146);
 * `payment_methods`: records say how they were paid, lists filter by it, a collection is paid in parts and a close ticks off what is not cash (decision 130).
 * A capability that is not declared is not used. `generation` identifies the database between two restores, and `restored_from` is
 * when the restored backup was made, ISO 8601 in UTC.
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
  generation: z.string().optional().catch(undefined),
  restored_from: z.string().nullish().catch(undefined),
});
export type BranchDetails = z.output<typeof branchDetails>;
