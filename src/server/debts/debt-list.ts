import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { levels } from '#contract/choices.ts';
import { isDay } from '#contract/days.ts';
import { debtKinds, debtOrders } from '#contract/debts.ts';
import { money } from '#contract/fields.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type DebtAge, debtAgeNames, debtAges } from '#contract/rules/ages.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, phoneColumns } from '#server/db/columns.ts';
import { jsonRows, mapBatches } from '#server/db/row-batches.ts';
import { messages } from '#server/messages/store.en.ts';
import { notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { isPageOf, parsePage } from '#server/records/list-query.ts';
import { branchTag, type ListReader, pageText } from '#server/records/list-reader.ts';
import { owedSince, selectNextDue, selectPromises, selectReminders, today } from './debt-of-student.ts';

const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const oneOf = <const T extends readonly [string, ...string[]]>(names: T, error: () => string) =>
  optional(z.enum(names, { error }));

const [firstAge = '0-30', ...otherAges] = debtAgeNames;
const parameters = z
  .object({
    kind: oneOf(debtKinds, () => messages.debtKindInvalid),
    level: optional(
      z.string().refine((level) => levels.some(({ value }) => value === level), {
        error: () => messages.levelInvalid,
      }),
    ),
    age: oneOf([firstAge, ...otherAges], () => messages.debtAgeInvalid),
    minimum: optional(money('amount').write),
    promised: optional(z.string().refine(isDay, { error: () => messages.dayInvalid })),
    ordering: oneOf(debtOrders, () => messages.orderingInvalid),
  })
  .refine(
    ({ kind, level }) =>
      level === undefined || (kind !== undefined && Object.hasOwn(resourceOf(kind).fields, 'level')),
    { path: ['level'], error: () => messages.levelNeedsKind },
  );

interface DebtQuery {
  readonly kind: (typeof debtKinds)[number] | undefined;
  readonly level: string | undefined;
  readonly age: (typeof debtAges)[number] | undefined;
  readonly minimum: bigint | undefined;
  readonly promised: string | undefined;
  readonly order: (typeof debtOrders)[number];
}

function parseDebtQuery(query: Readonly<Record<string, unknown>>): DebtQuery {
  const { kind, level, age, minimum, promised, ordering } = parseBody(parameters, query);
  return {
    kind,
    level,
    age: debtAges.find(({ name }) => name === age),
    minimum: minimum === undefined ? undefined : parsePiastres(minimum),
    promised,
    order: ordering ?? '-remaining',
  };
}

/** Remaining piastres by student and day; rows of one student stand apart. */
export function openDebts(scope: BranchScope, { kind, level }: Pick<DebtQuery, 'kind' | 'level'>) {
  const enrolments = sql`
    select e.student_id, e.remaining, ${owedSince} as since
    from ${scope.rows('enrolment')} as e left join ${scope.rows('plan')} as plan on plan.enrolment = e.id
    where e.remaining > 0 ${kind === undefined ? sql`` : sql`and e.kind = ${kind}`} ${level === undefined ? sql`` : sql`and e.level = ${level}`}`;
  const payouts = sql`
    select student_id, remaining, effective_date as since from ${scope.rows('book_payout')} as p where remaining > 0`;
  if (kind === 'book-payout') return payouts;
  return kind === undefined ? sql`${enrolments} union all ${payouts}` : enrolments;
}

function isOfAge(
  scope: BranchScope,
  day: RawBuilder<unknown>,
  { from, to }: (typeof debtAges)[number],
): RawBuilder<unknown> {
  const before = (days: number) => sql`${today(scope)} - ${days}::integer`;
  const until = from === 0 ? sql`true` : sql`${day} <= ${before(from)}`;
  return to === undefined ? until : sql`${until} and ${day} >= ${before(to)}`;
}

function withOwing(scope: BranchScope, query: DebtQuery) {
  const { minimum, promised } = query;
  const isPromised =
    promised === undefined
      ? sql``
      : sql`where student_id in (
          select student_id from ${scope.rows('promise')} as promise
          where due_day = ${promised} and withdrawn_on is null and promise_state(promise::promise, ${promised}) = 'open')`;
  const isEnough = minimum === undefined ? sql`` : sql`having sum(remaining) >= ${minimum}`;
  return sql`with owing as materialized (
    select student_id, sum(remaining)::bigint as remaining, count(*)::integer as debts, min(since) as oldest
    from (${openDebts(scope, query)}) as debt ${isPromised} group by student_id ${isEnough})`;
}

interface AgeSum {
  readonly age: DebtAge;
  readonly students: number;
  readonly remaining: string;
}

function selectSums(scope: BranchScope): RawBuilder<AgeSum> {
  const age = debtAges.map((one) => sql`when ${isOfAge(scope, sql`d.oldest`, one)} then ${one.name}::text`);
  return sql<AgeSum>`
    select case ${sql.join(age, sql` `)} end as age, count(*)::integer as students, sum(d.remaining)::text as remaining
    from owing as d group by 1`;
}

/** Decimal text: sum of each age, and `remaining` for all that match. */
function debtSums(query: DebtQuery, rows: readonly AgeSum[]) {
  const ages = debtAges.map(({ name }) => {
    const row = rows.find((one) => one.age === name);
    return { name, students: row?.students ?? 0, remaining: BigInt(row?.remaining ?? 0) };
  });
  const matching = query.age ? ages.filter(({ name }) => name === query.age?.name) : ages;
  return {
    count: matching.reduce((count, { students }) => count + students, 0),
    counts: Object.fromEntries(ages.map(({ name, students }) => [name, students])) as Record<DebtAge, number>,
    totals: {
      remaining: formatDecimal(sum(matching.map(({ remaining }) => remaining))),
      ...Object.fromEntries(ages.map(({ name, remaining }) => [name, formatDecimal(remaining)])),
    },
  };
}

const orders: Readonly<Record<DebtQuery['order'], RawBuilder<unknown>>> = {
  '-remaining': sql`d.remaining desc, d.student_id`,
  remaining: sql`d.remaining, d.student_id desc`,
  '-age': sql`d.oldest, d.student_id`,
  age: sql`d.oldest desc, d.student_id desc`,
  name: sql`student.folded_name, d.student_id`,
  '-name': sql`student.folded_name desc, d.student_id desc`,
};

/** From `owing`, in its order. Everything but the sums is read only for the rows of the page. */
function selectDebts(scope: BranchScope, query: DebtQuery, rest: RawBuilder<unknown>): RawBuilder<object> {
  const order = orders[query.order];
  const isByName = query.order === 'name' || query.order === '-name';
  const named = isByName ? sql`join ${scope.rows('student')} as student on student.id = d.student_id` : sql``;
  const isAskedFor = query.age ? isOfAge(scope, sql`d.oldest`, query.age) : sql`true`;
  const lastPayment = sql`
    select effective_date as day, ${decimal(sql`sum(amount)`)} as amount from ${scope.rows('movement')} as payment
    where student_id = d.student_id and type in ('payment', 'credit_payment')
    group by source, record_id, effective_date having sum(amount) > 0
    order by effective_date desc, min(at) desc, record_id desc limit 1`;
  return sql<object>`
    select student.id::text, student.name, student.code, student.left_on::text, ${phoneColumns('student')},
      whole.total, ${decimal(sql`d.remaining`)} as remaining, d.debts, d.oldest, greatest(0, ${today(scope)} - d.oldest) as age_days,
      exists (select from ${scope.rows('enrolment')} as one where one.student_id = d.student_id and import_id is not null) as imported,
      to_jsonb(paid) as last_payment, to_jsonb(next) as next_due, reminded.reminder as last_reminder, promised.promise
    from (select d.* from owing as d ${named} where ${isAskedFor} order by ${order} ${rest}) as d
    join ${scope.rows('student')} as student on student.id = d.student_id
    cross join lateral (
      select ${decimal(sql`sum(remaining)`)} as total from (${openDebts(scope, { kind: undefined, level: undefined })}) as debt where debt.student_id = d.student_id) as whole
    left join lateral (${lastPayment}) as paid on true
    left join lateral (${selectNextDue(scope, sql`d.student_id`)}) as next on true
    left join lateral (${selectReminders(scope, sql`d.student_id`)} limit 1) as reminded on true
    left join lateral (
      select promise from (${selectPromises(scope, sql`d.student_id`)}) as one
      where promise ->> 'state' in ('open', 'broken')
      order by promise ->> 'state' desc, abs((promise ->> 'due_day')::date - ${today(scope)}) limit 1) as promised on true
    order by ${order}`;
}

const asList = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(one), '[]') from (${rows}) as one)`;

/** With the sums of each age (decision 107). */
export const debtList: ListReader = {
  async page(scope, request) {
    const page = parsePage(request.query) ?? 1;
    const query = parseDebtQuery(request.query);
    const limit = sql`limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`;
    const { sums, rows } = await scope.one(sql<{ sums: AgeSum[]; rows: object[] }>`
      ${withOwing(scope, query)}
      select ${asList(selectSums(scope))} as sums, ${asList(selectDebts(scope, query, limit))} as rows`);
    const { count, counts, totals } = debtSums(query, sums);
    if (!isPageOf(page, count)) throw notFound(inputs.invalidPage);
    return pageText(request, page, { count, results: jsonRows(rows), totals, counts });
  },

  // Any write may move a sum, and every day an age.
  async whole(scope, request) {
    const query = parseDebtQuery(request.query);
    const owing = withOwing(scope, query);
    const { count, totals } = debtSums(query, await scope.all(sql<AgeSum>`${owing} ${selectSums(scope)}`));
    return {
      tag: await branchTag(scope, scope.today, JSON.stringify(request.query)),
      count,
      totals,
      batches: mapBatches(scope.batches(sql<object>`${owing} ${selectDebts(scope, query, sql``)}`), jsonRows),
    };
  },
};
