import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, requireRecordId } from '#server/db/columns.ts';
import { notFound } from '#server/platform/http-error.ts';

export const today = (scope: BranchScope): RawBuilder<unknown> => sql`${scope.today}::date`;

const partsOfPlans = (scope: BranchScope): RawBuilder<unknown> => sql`
  ${scope.rows('enrolment')} as e join ${scope.rows('plan')} as plan on plan.enrolment = e.id
  cross join lateral plan_parts(plan.parts, e.remaining) as part`;

/** With what is covered of each part (decision 108). */
const readPlans = (scope: BranchScope, student: string): Promise<object[]> =>
  scope.all(sql<object>`
    select plan.id, e.kind as resource, e.id as enrolment, json_agg(json_build_object('due_day', part.due_day,
        'amount', ${decimal(sql`part.amount`)}, 'paid', ${decimal(sql`part.covered`)}) order by part.due_day) as parts,
      ${decimal(sql`least(0, sum(part.amount) - e.remaining)`)} as over
    from ${partsOfPlans(scope)} where plan.student_id = ${student}
    group by plan.id, e.kind, e.id, e.remaining order by plan.id`);

/** The uncovered rest, at most what remains. */
const openOfPart = sql`least(part.amount - part.covered, e.remaining)`;

export const selectNextDue = (scope: BranchScope, student: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.due_day as day, ${decimal(openOfPart)} as amount from ${partsOfPlans(scope)}
  where plan.student_id = ${student} and e.remaining > 0 and part.covered < part.amount
  order by part.due_day limit 1`;

export async function nextDueOf(
  scope: BranchScope,
  enrolments: readonly string[],
): Promise<ReadonlyMap<string, { readonly day: string; readonly amount: string }>> {
  if (enrolments.length === 0) return new Map();
  const rows = await scope.all(sql<{ id: string; day: string; amount: string }>`
    select distinct on (e.id) e.id, part.due_day as day, ${decimal(openOfPart)} as amount
    from ${partsOfPlans(scope)}
    where e.id = any(${enrolments}::uuid[]) and part.covered < part.amount order by e.id, part.due_day`);
  return new Map(rows.map(({ id, ...due }) => [id, due]));
}

/** For an enrolment `e` with its `plan`, if any: the day of the first uncovered part. */
export const owedSince: RawBuilder<unknown> = sql`
  case when plan.id is null then e.effective_date else (
    select coalesce(min(part.due_day) filter (where part.covered < part.amount), max(part.due_day), e.effective_date)
    from plan_parts(plan.parts, e.remaining) as part) end`;

export const selectReminders = (scope: BranchScope, student: RawBuilder<unknown>) => sql<{
  reminder: object;
}>`
  select jsonb_build_object('id', it.id::text, 'channel', it.channel, 'notes', it.notes,
    'created_by', it.created_by_name, 'day', it.effective_date) as reminder
  from ${scope.rows('reminder')} as it where it.student_id = ${student} order by it.effective_date desc, it.created_at desc, it.id desc`;

export const selectPromises = (scope: BranchScope, student: RawBuilder<unknown>) => sql<{ promise: object }>`
  select jsonb_build_object('id', it.id::text, 'due_day', it.due_day, 'amount', ${decimal(sql`it.amount`)}, 'notes', it.notes,
    'created_by', it.created_by_name, 'day', it.effective_date,
    'state', promise_state(it::promise, ${today(scope)})) as promise
  from ${scope.rows('promise')} as it where it.student_id = ${student} order by it.effective_date desc, it.created_at desc, it.id desc`;

/** Writes that took back a price for a lower one, newest first (decision 140). */
const readLoweredPrices = (scope: BranchScope, student: string): Promise<object[]> =>
  scope.all(sql<object>`
    select resource, record_id as record, ${decimal(sql`becomes - change`)} as from, ${decimal(sql`becomes`)} as to,
      coalesce(person_name(${scope.branchId}, made_by), '') as by, person_name(${scope.branchId}, approved_by) as approved_by, at
    from (
      select resource, record_id, at, made_by, approved_by, max(id) as last, sum(owed)::bigint as change,
        (sum(sum(owed)) over (partition by resource, record_id order by max(id)))::bigint as becomes
      from ${scope.rows('movement')} as r
      where type in ('price', 'discount') and (source, record_id) in (
        select 'enrolment', id from ${scope.rows('enrolment')} as one where student_id = ${student}
        union all select 'book_payout', id from ${scope.rows('book_payout')} as one where student_id = ${student})
      group by resource, record_id, at, made_by, approved_by) as priced
    where change < 0 order by last desc`);

/**
 * Reversed movements and reversals move no balance (decision 170). A correction stands in the place of the movement that it
 * replaces: at its own day, the price would come after its payments, and the balance before it would be negative.
 */
function readStatement(scope: BranchScope, student: string): Promise<object[]> {
  const numberIn = (table: 'enrolment' | 'book_payout' | 'refund') => sql`(
    select receipt_number from ${scope.rows(table)} as it where moved.source = ${sql.lit(table)} and it.id = moved.record_id)`;
  return scope.all(sql<object>`
    select id::text, day, at, type, resource, payable, payment_method, ${decimal(sql`owed`)} as owed, ${decimal(sql`credit`)} as credit,
      reversed, reverses::text, coalesce(person_name(${scope.branchId}, made_by), '') as by, person_name(${scope.branchId}, approved_by) as approved_by,
      case when not reversed then jsonb_build_object('resource', case when source = 'refund' then source else resource end,
        'id', case when source in ('withdrawal', 'book_return') then payable else record_id end::text) end as record,
      case when not reversed then ${decimal(sql`sum(moved.owed) filter (where not reversed) over upto`)} end as remaining,
      case when not reversed then ${decimal(sql`sum(moved.credit) filter (where not reversed) over upto`)} end as credit_left,
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
    window upto as (order by day, place, moved.id)
    order by day, place, moved.id`);
}

export async function readDebtOfStudent(scope: BranchScope, id: string): Promise<object> {
  const student = requireRecordId(id);
  if (!(await scope.first(sql`select id from ${scope.rows('student')} as r where id = ${student}`)))
    throw notFound();
  const owner = sql`${student}::uuid`;
  const reminders = await scope.all(selectReminders(scope, owner));
  const promises = await scope.all(selectPromises(scope, owner));
  return {
    id: student,
    reminders: reminders.map(({ reminder }) => reminder),
    promises: promises.map(({ promise }) => promise),
    plans: await readPlans(scope, student),
    lowered_prices: await readLoweredPrices(scope, student),
    statement: await readStatement(scope, student),
  };
}
