import { type RawBuilder, sql } from 'kysely';
import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import { notFound } from '#server/platform/http-error.ts';

export const today = (scope: BranchScope): RawBuilder<unknown> => sql`${scope.today}::date`;

/** Money in piastres. */
interface StoredPart {
  readonly id: string;
  readonly kind: string;
  readonly enrolment: string;
  readonly left: bigint;
  readonly due_day: string;
  readonly amount: bigint;
  readonly covered: bigint;
}

const partsOfPlans = (scope: BranchScope): RawBuilder<unknown> => sql`
  ${scope.rows('enrolment')} as e join ${scope.rows('plan')} as plan on plan.enrolment = e.id
  cross join lateral plan_parts(plan.parts, e.remaining) as part`;

/** With what is covered of each part (decision 108). */
async function readPlans(scope: BranchScope, student: string): Promise<object[]> {
  const parts = await scope.all(sql<StoredPart>`
    select plan.id, e.kind, e.id as enrolment, e.remaining as left, part.due_day, part.amount, part.covered
    from ${partsOfPlans(scope)} where plan.student_id = ${student} order by plan.id, part.due_day`);
  const plans = [...new Set(parts.map(({ id }) => id))];
  return plans.map((plan) => {
    const planParts = parts.filter(({ id }) => id === plan);
    const [first] = planParts;
    const over = sum(planParts.map(({ amount }) => amount)) - (first?.left ?? 0n);
    return {
      id: plan,
      resource: first?.kind,
      enrolment: String(first?.enrolment),
      parts: planParts.map(({ due_day, amount, covered }) => ({
        due_day,
        amount: formatDecimal(amount),
        paid: formatDecimal(covered),
      })),
      over: formatDecimal(over < 0n ? over : 0n),
    };
  });
}

/** The amount is the uncovered rest, at most what remains; in piastres. */
export const selectNextDue = (scope: BranchScope, student: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.due_day as day, least(part.amount - part.covered, e.remaining) as amount from ${partsOfPlans(scope)}
  where plan.student_id = ${student} and e.remaining > 0 and part.covered < part.amount
  order by part.due_day limit 1`;

export async function nextDueOf(
  scope: BranchScope,
  enrolments: readonly string[],
): Promise<ReadonlyMap<string, { readonly day: string; readonly amount: string }>> {
  if (enrolments.length === 0) return new Map();
  const rows = await scope.all(sql<{ id: string; day: string; amount: bigint }>`
    select distinct on (e.id) e.id, part.due_day as day, least(part.amount - part.covered, e.remaining) as amount
    from ${partsOfPlans(scope)}
    where e.id = any(${enrolments}::uuid[]) and part.covered < part.amount order by e.id, part.due_day`);
  return new Map(rows.map(({ id, day, amount }) => [id, { day, amount: formatDecimal(amount) }]));
}

/** For an enrolment `e`, joined with its `plan` if it has one: with a plan, the day of the first uncovered part. */
export const owedSince: RawBuilder<unknown> = sql`
  case when plan.id is null then e.effective_date else (
    select coalesce(min(part.due_day) filter (where part.covered < part.amount), max(part.due_day), e.effective_date)
    from plan_parts(plan.parts, e.remaining) as part) end`;

export interface StoredReminder {
  readonly id: string;
  readonly channel: string;
  readonly notes: string | null;
  readonly created_by: string;
  readonly day: string;
}

/** JSON of the database; the amount is text in piastres. */
export interface StoredPromise {
  readonly id: string;
  readonly due_day: string;
  readonly amount: string | null;
  readonly notes: string | null;
  readonly created_by: string;
  readonly day: string;
  readonly state: string;
}

export const wirePromise = (promise: StoredPromise): object => ({
  ...promise,
  amount: promise.amount === null ? null : formatDecimal(BigInt(promise.amount)),
});

export const selectReminders = (scope: BranchScope, student: RawBuilder<unknown>) => sql`
  select jsonb_build_object('id', it.id::text, 'channel', it.channel, 'notes', it.notes,
    'created_by', it.created_by_name, 'day', it.effective_date) as reminder
  from ${scope.rows('reminder')} as it where it.student_id = ${student} order by it.effective_date desc, it.created_at desc, it.id desc`;

/** JSON, newest first, with the outcome of each by today. */
export const selectPromises = (scope: BranchScope, student: RawBuilder<unknown>) => sql`
  select jsonb_build_object('id', it.id::text, 'due_day', it.due_day, 'amount', it.amount::text, 'notes', it.notes,
    'created_by', it.created_by_name, 'day', it.effective_date,
    'state', promise_state(it::promise, ${today(scope)})) as promise
  from ${scope.rows('promise')} as it where it.student_id = ${student} order by it.effective_date desc, it.created_at desc, it.id desc`;

interface LoweredPrice {
  readonly resource: string;
  readonly record: string;
  readonly from: Piastres;
  readonly to: Piastres;
  readonly by: string | null;
  readonly approved_by: string | null;
  readonly at: string;
}

/** Writes that took back a price for a lower one, newest first (decision 140). */
async function readLoweredPrices(scope: BranchScope, student: string): Promise<object[]> {
  const rows = await scope.all(sql<LoweredPrice>`
    select resource, record_id as record, becomes - change as from, becomes as to,
      person_name(${scope.branchId}, made_by) as by, person_name(${scope.branchId}, approved_by) as approved_by, at
    from (
      select resource, record_id, at, made_by, approved_by, max(id) as last, sum(owed)::bigint as change,
        (sum(sum(owed)) over (partition by resource, record_id order by max(id)))::bigint as becomes
      from ${scope.rows('movement')} as r
      where type in ('price', 'discount') and (source, record_id) in (
        select 'enrolment', id from ${scope.rows('enrolment')} as one where student_id = ${student}
        union all select 'book_payout', id from ${scope.rows('book_payout')} as one where student_id = ${student})
      group by resource, record_id, at, made_by, approved_by) as priced
    where change < 0 order by last desc`);
  return rows.map(({ from, to, by, ...row }) => ({
    ...row,
    from: formatDecimal(from),
    to: formatDecimal(to),
    by: by ?? '',
  }));
}

interface StatementRow {
  /** Number of the movement. */
  readonly id: bigint;
  readonly day: string;
  readonly at: string;
  readonly type: string;
  readonly resource: string;
  readonly payable: string | null;
  readonly book: string | null;
  readonly receipt_number: string | null;
  readonly payment_method: string | null;
  readonly owed: Piastres;
  readonly credit: Piastres;
  readonly remaining: Piastres | null;
  readonly credit_left: Piastres | null;
  readonly other_student: { readonly id: string; readonly name: string } | null;
  readonly reversed: boolean;
  readonly reverses: bigint | null;
  readonly by: string | null;
  readonly approved_by: string | null;
  readonly record: { readonly resource: string; readonly id: string } | null;
}

/**
 * The debt and the credit of a student, movement by movement. Reversed movements and reversals move no balance
 * (decision 170). A correction stands in the place of the movement that it replaces: at its own day, the price would
 * come after its payments, and the balance before it would be negative.
 */
async function readStatement(scope: BranchScope, student: string): Promise<object[]> {
  const numberIn = (table: 'enrolment' | 'book_payout' | 'refund') => sql`(
    select receipt_number from ${scope.rows(table)} as it where moved.source = ${sql.lit(table)} and it.id = moved.record_id)`;
  const rows = await scope.all(sql<StatementRow>`
    select id, day, at, type, resource, payable, payment_method, owed, credit, reversed, reverses,
      person_name(${scope.branchId}, made_by) as by, person_name(${scope.branchId}, approved_by) as approved_by,
      case when not reversed then jsonb_build_object('resource', case when source = 'refund' then source else resource end,
        'id', case when source in ('withdrawal', 'book_return') then payable else record_id end::text) end as record,
      case when not reversed then (sum(owed) filter (where not reversed) over upto)::bigint end as remaining,
      case when not reversed then (sum(credit) filter (where not reversed) over upto)::bigint end as credit_left,
      coalesce(${numberIn('enrolment')}, ${numberIn('book_payout')}, ${numberIn('refund')}) as receipt_number,
      (select book.name from ${scope.rows('book_payout')} as it join ${scope.rows('book')} as book on book.id = it.book_id
        where moved.resource = 'book-payout' and it.id = moved.payable) as book,
      (select jsonb_build_object('id', it.id::text, 'name', it.name) from ${scope.rows('student')} as it
        where it.id = moved.other_id) as other_student
    from (
      select id, effective_date as day, at, type, resource, payable, payment_method, made_by, approved_by, source, record_id, reverses,
        min(id) over (partition by source, record_id, type) as place,
        case when credit_of <> student_id then case when credit_of = ${student} then student_id else credit_of end end as other_id,
        case when student_id = ${student} then owed else 0 end as owed, case when credit_of = ${student} then credit else 0 end as credit,
        reverses is not null or exists (
          select from ${scope.rows('movement')} as back where back.reverses = r.id) as reversed
      from ${scope.rows('movement')} as r
      where (student_id = ${student} and owed <> 0) or credit_of = ${student}) as moved
    window upto as (order by day, place, id)
    order by day, place, id`);
  return rows.map(({ id, owed, credit, remaining, credit_left, reverses, by, ...row }) => ({
    ...row,
    id: String(id),
    owed: formatDecimal(owed),
    credit: formatDecimal(credit),
    remaining: remaining === null ? null : formatDecimal(remaining),
    credit_left: credit_left === null ? null : formatDecimal(credit_left),
    reverses: reverses === null ? null : String(reverses),
    by: by ?? '',
  }));
}

/**
 * Reminders, promises, plans and lowered prices (decision 108), and the statement.
 * @throws {HttpError} 404 if the branch has no such student
 */
export async function readDebtOfStudent(scope: BranchScope, id: string): Promise<object> {
  const student = requireRecordId(id);
  if (!(await scope.first(sql`select id from ${scope.rows('student')} as r where id = ${student}`)))
    throw notFound();
  const reminders = await scope.all(
    sql<{ reminder: StoredReminder }>`${selectReminders(scope, sql`${student}::uuid`)}`,
  );
  const promises = await scope.all(
    sql<{ promise: StoredPromise }>`${selectPromises(scope, sql`${student}::uuid`)}`,
  );
  const plans = await readPlans(scope, student);
  return {
    id: student,
    reminders: reminders.map(({ reminder }) => reminder),
    promises: promises.map(({ promise }) => wirePromise(promise)),
    plans,
    lowered_prices: await readLoweredPrices(scope, student),
    statement: await readStatement(scope, student),
  };
}
