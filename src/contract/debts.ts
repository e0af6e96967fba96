import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { readId, readOptionalMoney } from './fields.ts';
import { typesOfAccounts } from './ledger/effects.ts';
import type { Filters } from './list-filters.ts';
import { pageOf } from './paging.ts';
import { phonesShape } from './student-phones.ts';

export const DEBTS_PATH = '/debts/';

export const debtKinds = collectionResources;

export const debtOrders = ['-remaining', 'remaining', '-age', 'age', 'name', '-name'] as const;

export const debtFilters: Filters = {
  kind: 'Only this kind of debts, such as bus or book-payout',
  level: 'Only this level of the kind',
  age: 'Only students whose oldest debt is that old: 0-30, 31-60, 61-90 or over-90 days',
  minimum: 'Only students who owe at least this amount',
  promised: 'Only students of whom somebody said that they will pay on this day, yyyy-MM-dd',
  ordering: 'remaining, age or name, with - before it for descending; -remaining without it',
};

const text = z.string().nullish();
const amount = readOptionalMoney;
const needed = z.string();

/** Paid by its day, its day over, or taken back (decision 108). */
const promiseStates = ['open', 'kept', 'broken', 'withdrawn'] as const;

const madePromise = z.object({
  id: readId,
  due_day: needed,
  amount: amount,
  notes: text,
  created_by: text,
  day: needed,
  state: z.enum(promiseStates),
});

const madeReminder = z.object({
  id: readId,
  channel: needed,
  notes: text,
  created_by: text,
  day: needed,
});

export const debtRow = z.object({
  id: readId,
  name: needed,
  code: text,
  left_on: text,
  ...phonesShape,
  total: amount,
  /** Debt of the requested kind and level. */
  remaining: amount,
  debts: z.number().int(),
  /** Day from which the oldest of these is owed, yyyy-MM-dd. */
  oldest: needed,
  age_days: z.number().int(),
  next_due: z.object({ day: needed, amount }).nullish(),
  last_payment: z.object({ day: needed, amount }).nullish(),
  /** The student has enrolments of an import, which may have been paid in part before it (decision 56). */
  imported: z.boolean().optional(),
  last_reminder: madeReminder.nullish(),
  promise: madePromise.nullish(),
});
export type DebtRow = z.output<typeof debtRow>;

/** GET /debts/. The totals ignore the age filter, so that each age shows its sum. */
export const debtsPage = pageOf(debtRow).extend({
  counts: z.record(z.string(), z.number().int()).optional().catch(undefined),
});

const madePlan = z.object({
  id: readId,
  resource: z.enum(collectionResources),
  enrolment: readId,
  parts: z.array(z.object({ due_day: needed, amount, paid: amount })),
  over: amount,
});

const loweredPrice = z.object({
  resource: z.enum(collectionResources),
  record: readId,
  from: amount,
  to: amount,
  by: needed,
  approved_by: text,
  /** ISO 8601 in UTC. */
  at: needed,
});

const statementLine = z.object({
  id: readId,
  day: needed,
  /** ISO 8601 in UTC. */
  at: needed,
  type: z.enum(typesOfAccounts),
  resource: z.enum([...collectionResources, 'student']),
  /** The enrolment or book payout; null where credit is paid out. */
  payable: readId.nullable(),
  book: text,
  receipt_number: text,
  payment_method: text,
  /** Added to what is owed, negative where less is owed. */
  owed: amount,
  /** Added to the credit, negative where it is used or paid out. */
  credit: amount,
  /** Owed after it, and the credit then; null for what was taken back. */
  remaining: amount,
  credit_left: amount,
  /** Whose credit has paid it, or for whom the credit of this student was used; null for their own. */
  other_student: z.object({ id: readId, name: needed }).nullish(),
  reversed: z.boolean(),
  reverses: readId.nullish(),
  by: needed,
  approved_by: text,
  /** That says so; null for what was taken back. Of a withdrawal or a return the enrolment or payout. */
  record: z.object({ resource: z.enum([...collectionResources, 'refund']), id: readId }).nullish(),
});
export type StatementLine = z.output<typeof statementLine>;

/** GET /debts/{id}/: newest first. */
export const debtOfStudent = z.object({
  id: readId,
  reminders: z.array(madeReminder),
  promises: z.array(madePromise),
  plans: z.array(madePlan),
  /** Lowered after they were recorded, newest first; absent on a server that does not tell (decision 140). */
  lowered_prices: z.array(loweredPrice).optional(),
  /** By day, oldest first; it ends at what remains. Absent on a server that does not tell (decision 170). */
  statement: z.array(statementLine).optional().catch(undefined),
});

export const BALANCES_PATH = `${DEBTS_PATH}balances/` as const;

export const MOST_BALANCES = 100;

/** GET /debts/balances/?students=1,2: of those that the branch has. Needs the capability `balances`. */
export const balances = z.object({
  results: z.array(
    z.object({
      id: readId,
      remaining: amount,
      kinds: z.array(z.enum(collectionResources)),
    }),
  ),
});
