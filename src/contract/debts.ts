import { z } from 'zod';
import { collectionResources } from './collections.ts';
import { computedMoney } from './computed-fields.ts';
import { readId } from './fields.ts';
import type { Filters } from './list-filters.ts';
import { pageOf } from './paging.ts';
import { phonesShape } from './student-phones.ts';

/** Holds the API path of what students owe (decision 107). */
export const DEBTS_PATH = '/debts/';

/** Lists the kinds of debts: enrolments, and books that were handed out. */
export const debtKinds = collectionResources;

/** Lists the orders of debts; the first is the default. */
export const debtOrders = ['-remaining', 'remaining', '-age', 'age', 'name', '-name'] as const;

/** Lists the query parameters of GET /debts/. */
export const debtFilters: Filters = {
  kind: 'Only this kind of debts, such as bus or book-payout',
  level: 'Only this level of the kind',
  age: 'Only students whose oldest debt is that old: 0-30, 31-60, 61-90 or over-90 days',
  minimum: 'Only students who owe at least this amount',
  promised: 'Only students of whom somebody said that they will pay on this day, yyyy-MM-dd',
  ordering: 'remaining, age or name, with - before it for descending; -remaining without it',
};

const text = z.string().nullish();
const amount = computedMoney('Amount').read;
const needed = z.string();

/** Lists what may become of a promise: paid by its day, its day over, or taken back (decision 108). */
const promiseStates = ['open', 'kept', 'broken', 'withdrawn'] as const;

/** Parses a promise with what became of it. */
const madePromise = z.object({
  id: readId,
  due_day: needed,
  amount: amount,
  notes: text,
  created_by: text,
  /** The day that it was made on, yyyy-MM-dd. */
  day: needed,
  state: z.enum(promiseStates),
});

/** Parses what was done to remind somebody of a debt. */
const madeReminder = z.object({
  id: readId,
  channel: needed,
  notes: text,
  created_by: text,
  day: needed,
});

/** Parses one row of GET /debts/: a student with what they owe (decision 107). */
export const debtRow = z.object({
  /** The student's id. */
  id: readId,
  name: needed,
  code: text,
  ...phonesShape,
  /** What they owe in all. */
  total: amount,
  /** What they owe of the kind and level that were asked for. */
  remaining: amount,
  /** How many debts these are. */
  debts: z.number().int(),
  /** The day from which the oldest of these is owed, yyyy-MM-dd. */
  oldest: needed,
  /** Days from then until today in UTC; 0 for a day to come. */
  age_days: z.number().int(),
  /** The next part of a plan that is not covered. */
  next_due: z.object({ day: needed, amount }).nullish(),
  last_payment: z.object({ day: needed, amount }).nullish(),
  last_reminder: madeReminder.nullish(),
  /** The promise whose day comes next, else the last broken one; null where all were kept or withdrawn. */
  promise: madePromise.nullish(),
});
export type DebtRow = z.output<typeof debtRow>;

/** Parses GET /debts/. The totals are those of the filters without the age, so that each age shows what it has. */
export const debtsPage = pageOf(debtRow).extend({
  /** The students of each age, by its name. */
  counts: z.record(z.string(), z.number().int()).optional().catch(undefined),
});

/** Parses a plan with what later payments cover of its parts, the oldest first. */
const madePlan = z.object({
  id: readId,
  /** The kind and id of the enrolment. */
  resource: z.enum(collectionResources),
  enrolment: readId,
  parts: z.array(z.object({ due_day: needed, amount, paid: amount })),
  /** What the parts come to less what is to be planned: 0 while the plan fits. */
  over: amount,
});

/** Parses the change of an enrolment or payout that lowered what its student owes. */
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

/** Parses GET /debts/{id}/: reminders and promises of a student, newest first, with what became of each. */
export const debtOfStudent = z.object({
  id: readId,
  reminders: z.array(madeReminder),
  promises: z.array(madePromise),
  plans: z.array(madePlan),
  /** Prices that were lowered after they were recorded, newest first; absent on a server that does not tell (decision 140). */
  lowered_prices: z.array(loweredPrice).optional(),
});
