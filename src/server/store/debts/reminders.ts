import { type RawBuilder, sql } from 'kysely';
import { formatDecimal } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { notFound } from '#server/store/http-error.ts';
import { dayBefore } from './debt-query.ts';
import { readLoweredPrices } from './lowered-prices.ts';
import { readPlans } from './plans.ts';

/** Represents a reminder as JSON of the database. */
export interface StoredReminder {
  readonly id: string;
  readonly channel: string;
  readonly notes: string | null;
  readonly created_by: string;
  readonly day: string;
}

/** Represents a promise as JSON of the database; the amount is text in piastres. */
export interface StoredPromise {
  readonly id: string;
  readonly due_day: string;
  readonly amount: string | null;
  readonly notes: string | null;
  readonly created_by: string;
  readonly day: string;
  readonly state: string;
}

/** Returns a promise in its wire format. */
export const wirePromise = (promise: StoredPromise): object => ({
  ...promise,
  amount: promise.amount === null ? null : formatDecimal(BigInt(promise.amount)),
});

/** Selects the reminders of a student as JSON, newest first. */
export const selectReminders = (scope: BranchScope, student: RawBuilder<unknown>) => sql`
  select jsonb_build_object('id', it.id::text, 'channel', it.channel, 'notes', it.notes,
    'created_by', it.created_by_name, 'day', it.effective_date) as reminder
  from ${scope.rows('reminder')} as it where it.student_id = ${student} order by it.effective_date desc, it.id desc`;

/** Selects the promises of a student as JSON, newest first, with what became of each by today in UTC. */
export const selectPromises = (scope: BranchScope, student: RawBuilder<unknown>) => sql`
  select jsonb_build_object('id', it.id::text, 'due_day', it.due_day, 'amount', it.amount::text, 'notes', it.notes,
    'created_by', it.created_by_name, 'day', it.effective_date,
    'state', promise_state(it::promise, ${dayBefore(scope, 0)})) as promise
  from ${scope.rows('promise')} as it where it.student_id = ${student} order by it.effective_date desc, it.id desc`;

/** Reads the reminders, promises, plans and lowered prices of a student (decision 108). @throws {HttpError} 404 if the branch has no such student */
export async function readDebtOfStudent(scope: BranchScope, id: string): Promise<object> {
  const student = parseId(id);
  const found =
    student === undefined
      ? undefined
      : await scope.first(sql`select id from ${scope.rows('student')} as r where id = ${student}`);
  if (student === undefined || !found) throw notFound();
  const reminders = await scope.all(
    sql<{ reminder: StoredReminder }>`${selectReminders(scope, sql`${student}::bigint`)}`,
  );
  const promises = await scope.all(
    sql<{ promise: StoredPromise }>`${selectPromises(scope, sql`${student}::bigint`)}`,
  );
  const plans = await readPlans(scope, student);
  return {
    id: String(student),
    reminders: reminders.map(({ reminder }) => reminder),
    promises: promises.map(({ promise }) => wirePromise(promise)),
    plans,
    lowered_prices: await readLoweredPrices(scope, student),
  };
}
