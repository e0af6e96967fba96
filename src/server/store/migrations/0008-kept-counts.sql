-- More that lists need not count or add up: the tally also keeps how many rows something is still owed on, and what all of them cost;
-- and each student how many records there are of theirs, so that a search by a common name reads students alone.

alter table tally add column owing bigint not null default 0, add column price bigint not null default 0;
alter type tally_entry add attribute owing bigint, add attribute price bigint;

-- A plan that is kept, which functions in SQL have only from PostgreSQL 18 on.
drop function add_to_tally(tally_entry[]);
create function add_to_tally(entries tally_entry[]) returns void language plpgsql as $$
begin
  insert into tally as kept (branch_id, what, month_id, bucket, shard, rows, paid, debt, owing, price)
  select it.branch_id, it.what, it.month_id, it.bucket, pg_backend_pid() % 16,
    sum(it.rows), sum(it.paid), sum(it.debt), sum(it.owing), sum(it.price)
  from (select *, day - (extract(day from day)::integer - 1) as bucket from unnest(entries)) as it
  group by it.branch_id, it.what, it.month_id, it.bucket
  having sum(it.rows) <> 0 or sum(it.paid) <> 0 or sum(it.debt) <> 0 or sum(it.owing) <> 0 or sum(it.price) <> 0
  order by it.branch_id, it.what, it.month_id, it.bucket
  on conflict (branch_id, what, month_id, bucket, shard) do update
    set rows = kept.rows + excluded.rows, paid = kept.paid + excluded.paid, debt = kept.debt + excluded.debt,
      owing = kept.owing + excluded.owing, price = kept.price + excluded.price;
end $$;

create function owing_of(remaining bigint) returns bigint language sql immutable as
  'select case when remaining > 0 then 1 else 0 end::bigint';

create or replace function student_entry(it student, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'student', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create or replace function book_entry(it book, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'book', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create or replace function employee_entry(it employee, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'employee', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create or replace function enrolment_entry(it enrolment, sign bigint) returns tally_entry language sql immutable as $$
  select row(
    it.branch_id, it.kind || case when it.related_id is null then '' else '/installment' end, coalesce(it.month_id, 0),
    it.effective_date, sign, sign * it.paid_amount, sign * coalesce(it.remaining, 0), sign * owing_of(it.remaining),
    sign * coalesce(it.price, 0))::tally_entry;
$$;
create or replace function book_order_entry(it book_order, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'book-order', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.paid_amount, 0::bigint, sign * owing_of(it.remaining), sign * it.price)::tally_entry;
$$;
create or replace function book_payout_entry(it book_payout, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'book-payout', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.paid_amount, sign * it.remaining, sign * owing_of(it.remaining), sign * it.price)::tally_entry;
$$;
create or replace function salary_entry(it salary, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'salary', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.amount, 0::bigint, 0::bigint, sign * it.amount)::tally_entry;
$$;
-- No money moves with a deduction: it has a price, but pays nothing.
create or replace function deduction_entry(it deduction, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'deduction', coalesce(it.month_id, 0), it.effective_date,
    sign, 0::bigint, 0::bigint, 0::bigint, sign * it.amount)::tally_entry;
$$;
create or replace function expense_entry(it expense, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'expense', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.amount, 0::bigint, 0::bigint, sign * it.amount)::tally_entry;
$$;

-- Into the first shard of each; only what costs something has anything to add.
update tally set owing = made.owing, price = made.price
from (
  select branch_id, what, month_id, date_trunc('month', day::timestamp)::date as bucket, sum(owing) as owing, sum(price) as price
  from (
    select (enrolment_entry(it, 1)).* from enrolment it
    union all select (book_order_entry(it, 1)).* from book_order it
    union all select (book_payout_entry(it, 1)).* from book_payout it
    union all select (salary_entry(it, 1)).* from salary it
    union all select (deduction_entry(it, 1)).* from deduction it
    union all select (expense_entry(it, 1)).* from expense it) as entry
  group by 1, 2, 3, 4) as made
where (tally.branch_id, tally.what, tally.month_id, tally.bucket) = (made.branch_id, made.what, made.month_id, made.bucket)
  and shard = (select min(shard) from tally as of
    where (of.branch_id, of.what, of.month_id, of.bucket) = (made.branch_id, made.what, made.month_id, made.bucket));

-- How many records there are of a student, by their names in the tally. Counting does not touch what indexes are made of: with room on
-- its page a student's row is written beside itself, and no index hears of it.
alter table student add column tallied jsonb not null default '{}', set (fillfactor = 75);

create function tally_name(it enrolment) returns text language sql immutable as
  $$ select it.kind || case when it.related_id is null then '' else '/installment' end $$;

update student set tallied = counted.tallied
from (
  select branch_id, student_id, jsonb_object_agg(what, rows) as tallied
  from (
    select branch_id, student_id, tally_name(it) as what, count(*) as rows from enrolment it group by 1, 2, 3
    union all select branch_id, student_id, 'book-payout', count(*) from book_payout group by 1, 2) as one
  group by 1, 2) as counted
where student.branch_id = counted.branch_id and student.id = counted.student_id;

create function count_at_student(branch bigint, student bigint, what text, more bigint) returns void language plpgsql as $$
begin
  update student as it set tallied = jsonb_set(it.tallied, array[what], to_jsonb(coalesce((it.tallied ->> what)::bigint, 0) + more))
  where it.branch_id = branch and it.id = count_at_student.student;
end $$;

create function count_at_students() returns trigger language plpgsql as $$
declare
  what text;
begin
  if tg_table_name = 'book_payout' then
    what := 'book-payout';
  elsif tg_op = 'DELETE' then
    what := tally_name(old);
  else
    what := tally_name(new);
  end if;
  -- Of two students the older one is held first, whichever way a record moves.
  if tg_op = 'UPDATE' then
    perform from student where branch_id = new.branch_id and id in (old.student_id, new.student_id) order by id for no key update;
  end if;
  if tg_op <> 'INSERT' then
    perform count_at_student(old.branch_id, old.student_id, what, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_at_student(new.branch_id, new.student_id, what, 1);
  end if;
  return null;
end $$;

create trigger enrolment_student_counted after insert or delete on enrolment
  for each row execute function count_at_students();
create trigger enrolment_student_moved after update of student_id on enrolment
  for each row when (old.student_id <> new.student_id) execute function count_at_students();
create trigger book_payout_student_counted after insert or delete on book_payout
  for each row execute function count_at_students();
create trigger book_payout_student_moved after update of student_id on book_payout
  for each row when (old.student_id <> new.student_id) execute function count_at_students();

-- What is owed in all is added up from the index alone.
drop index enrolment_owing;
create index enrolment_owing on enrolment (branch_id, kind, effective_date desc, id desc)
  include (price, paid_amount, remaining, related_id) where remaining > 0;
