import { periods, transportations } from '#contract/choices.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { remarks, stages } from '#server/demo/branch-factory.ts';
import { type BranchSize, sharesOf } from './branch-size.ts';

/** Gives the frequency of each kind, as in the demo. */
const KINDS: readonly ResourceName[] = [
  'adult-course',
  'adult-course',
  'adult-course',
  'kids-course',
  'kids-course',
  'summer-course',
  'home-schooling',
  'nursery',
  'bus',
];

const texts = (list: readonly string[]) =>
  `array[${list.map((one) => `'${one.replaceAll("'", "''")}'`).join()}]`;
const picked = (list: readonly string[], number: string) =>
  `(${texts(list)})[1 + (${number}) % ${list.length}]`;
const values = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value);

/** Ids of records by their number, and of a share of all records the instant and the month in a growing branch. */
export function clockOf({ months }: BranchSize): string[] {
  const first = `date_trunc('month', now()) - interval '${months - 1} months'`;
  return [
    // Ids that grow, as those of version 7 do.
    `create function pg_temp.id(n bigint) returns uuid language sql immutable as
       'select (lpad(to_hex(n), 12, ''0'') || ''70008000000000000000'')::uuid'`,
    `create function pg_temp.at(share float8) returns timestamptz language sql stable as
       'select ${first.replaceAll("'", "''")} + (now() - (${first.replaceAll("'", "''")})) * sqrt(share)'`,
    `create function pg_temp.month_of(it timestamptz) returns bigint language sql stable as
       'select (1 + (extract(year from it) - extract(year from start)) * 12
          + extract(month from it) - extract(month from start))::bigint
        from (select ${first.replaceAll("'", "''")} as start) as begun'`,
    `insert into month (branch_id, id, name, status, start_date, end_date, figures) overriding system value
     select 1, n, to_char(start, 'FMMonth YYYY'), case when n = ${months} then 'running' else 'ended' end, start::date,
       case when n < ${months} then (start + interval '1 month - 1 day')::date end, case when n < ${months} then '{}'::jsonb end
     from (select n, ${first} + (n - 1) * interval '1 month' as start from generate_series(1, ${months}) n) as made`,
  ];
}

/** Inserts enrolments with two installments each; one in five has a debt. */
export function receiptsOf(size: BranchSize): string[] {
  const { enrolments } = sharesOf(size);
  const isKind = (...kinds: readonly ResourceName[]) =>
    `kind in (${kinds.map((kind) => `'${kind}'`).join()})`;
  return [
    `create temp table receipt on commit drop as
     with seat as (
       select k, pg_temp.at(k / ${enrolments}.0) as at, ${picked(KINDS, 'k')} as kind,
         greatest(1, ceil(k::float8 * ${size.students} / ${enrolments})
           - floor(random() * random() * ${size.students / 10}))::bigint as student,
         (array[120000, 150000, 180000, 240000, 300000, 360000])[1 + k / 9 % 6]::bigint as price,
         (array[0, 25, 50, 50, 25])[1 + k / 54 % 5] as share
       from generate_series(1, ${enrolments}) k),
     bought as (select *, price * share / 100 as paid, price - price * share / 100 as rest from seat),
     payments as (
       select k, 0 as part, at, kind, student, price, paid from bought
       union all
       select k, part, at + least(part * interval '30 days', (now() - at) * part / 3), kind, student, null,
         case when part = 1 then rest / 2 when k % 5 = 0 then rest / 4 else rest - rest / 2 end
       from bought, generate_series(1, 2) part)
     select *, row_number() over (order by at, k, part) as id from payments`,
    `insert into enrolment (branch_id, id, kind, related_id, student_id, level, stage, period, transportation_type, price,
       paid_amount, installments_paid, receipt_number, custom_date, effective_date, notes, month_id, created_at, created_by, folded)
     select 1, pg_temp.id(id), kind, case when part > 0 then pg_temp.id(own) end, pg_temp.id(student),
       case when part = 0 and ${isKind('adult-course', 'kids-course', 'summer-course')} then (1 + k % 18)::text end,
       case when part = 0 and ${isKind('home-schooling')} then ${picked(stages, 'k')} end,
       case when part = 0 and not ${isKind('nursery', 'bus')} then ${picked(values(periods), 'k')} end,
       case when part = 0 and not ${isKind('bus')} then ${picked(values(transportations), 'k')} end,
       price, paid, case when part = 0 then total - paid else 0 end, (1000 + id)::text,
       case when id % 10 = 0 then (at - interval '3 days')::date end,
       (at - case when id % 10 = 0 then interval '3 days' else interval '0' end)::date,
       case when id % 7 = 0 then ${picked(remarks, 'id')} end,
       pg_temp.month_of(at), at, 1, (1000 + id)::text
     from (select *, first_value(id) over (partition by k order by part) as own,
             sum(paid) over (partition by k) as total from receipt) as one
     order by one.id`,
  ];
}

/** Inserts orders, payouts, salaries with deductions, and expenses. */
export function otherPaymentsOf(size: BranchSize): string[] {
  const { payouts, orders, salaries, deductions, expenses } = sharesOf(size);
  return [
    `create temp table counted on commit drop as
     select (select count(*) from book) as books, (select count(*) from employee) as staff`,
    `insert into book_order (branch_id, id, book_id, quantity, price, paid_amount, month_id, created_at, effective_date, created_by)
     select 1, pg_temp.id(k), pg_temp.id(1 + k % books), 15 + k % 20, (15 + k % 20) * 7000, (15 + k % 20) * case when k % 4 = 0 then 3500 else 7000 end,
       pg_temp.month_of(at), at, at::date, 1
     from (select k, pg_temp.at(k / ${orders}.0) as at from generate_series(1, ${orders}) k) as one, counted`,
    `insert into book_payout (branch_id, id, book_id, student_id, quantity, unit_price, paid_amount, month_id, created_at, effective_date, created_by)
     select 1, pg_temp.id(k), book.id, pg_temp.id(greatest(1, ceil(k::float8 * ${size.students} / ${payouts}))::bigint), 1, book.sell_price,
       case when k % 10 < 7 then book.sell_price else book.sell_price / 2 end, pg_temp.month_of(at), at, at::date, 1
     from (select k, pg_temp.at(k / ${payouts}.0) as at from generate_series(1, ${payouts}) k) as one, counted, book
     where book.id = pg_temp.id(1 + k % books) order by k`,
    `update book set ordered = came.copies, orders_cost = came.price, paid_out = went.copies, payouts_price = went.price
     from (select book_id, sum(quantity) as copies, sum(price) as price from book_order group by 1) as came,
       (select book_id, sum(quantity) as copies, sum(price) as price from book_payout group by 1) as went
     where came.book_id = book.id and went.book_id = book.id`,
    `create temp table paid on commit drop as
     select k as id, 1 + (k - 1) % staff as employee, 1 + (k - 1) / staff as month,
       coalesce((select sum(1000 * (5 + n % 25)) from generate_series(1, ${deductions}) n where n * 2 = k), 0)::bigint as less
     from generate_series(1, ${salaries}) k, counted`,
    `insert into salary (branch_id, id, employee_id, base_salary, deducted, amount, month_id, created_at, effective_date, created_by)
     select 1, pg_temp.id(paid.id), employee.id, salary, less, salary - less, month, least(now(), month.start_date + interval '18 days'), least(current_date, month.start_date + 18), 1
     from paid join employee on employee.id = pg_temp.id(paid.employee) join month on month.id = month order by paid.id`,
    `insert into deduction (branch_id, employee_id, amount, reason, settled_by_id, month_id, folded, created_at, effective_date, created_by)
     select 1, pg_temp.id(employee), less, it.reason, pg_temp.id(paid.id), month, it.folded, least(now(), month.start_date + interval '9 days'), least(current_date, month.start_date + 9), 1
     from paid join month on month.id = month join word on n = paid.id / 2 % 6,
       json_populate_record(null::deduction, word.reason) it
     where less > 0 order by paid.id`,
    `insert into expense (branch_id, id, title, amount, created_by_name, month_id, folded, created_at, effective_date, created_by)
     select 1, pg_temp.id(k), it.title, 6000 + k % 1800 * 100, 'Branch Staff', pg_temp.month_of(at), it.folded, at, at::date, 1
     from (select k, pg_temp.at(k / ${expenses}.0) as at from generate_series(1, ${expenses}) k) as one
     join word on n = k % 6, json_populate_record(null::expense, word.title) it order by k`,
  ];
}
