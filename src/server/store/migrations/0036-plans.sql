-- On which days the parts of an enrolment are due (decision 108). A plan goes with its enrolment.
create table plan (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  enrolment bigint not null,
  -- [{"due_day": "2026-12-05", "amount": "500.00"}, ...], the days in order.
  parts jsonb not null,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null generated always as
    ((created_at at time zone 'UTC')::date) stored,
  primary key (branch_id, id),
  constraint plan_once unique (branch_id, enrolment),
  constraint plan_enrolment foreign key (branch_id, enrolment) references enrolment (branch_id, id) on delete cascade,
  constraint plan_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index plan_newest on plan (branch_id, effective_date desc, id desc);
create index plan_of_student on plan (branch_id, student_id, effective_date desc, id desc);
create trigger plan_version before update on plan
  for each row execute function count_version('version', 'effective_date');

create function plan_entry(it plan, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'plan', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create function tally_of_plan() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_to_tally(array(select plan_entry(it::plan, 1) from added it));
  elsif tg_op = 'DELETE' then perform add_to_tally(array(select plan_entry(it::plan, -1) from removed it));
  else perform add_to_tally(array(
    select plan_entry(it::plan, 1) from added it
    union all select plan_entry(it::plan, -1) from removed it));
  end if;
  return null;
end $$;
create trigger plan_tally_insert after insert on plan
  referencing new table as added for each statement execute function tally_of_plan();
create trigger plan_tally_update after update on plan
  referencing old table as removed new table as added for each statement execute function tally_of_plan();
create trigger plan_tally_delete after delete on plan
  referencing old table as removed for each statement execute function tally_of_plan();

-- A plan is of the student of its enrolment, whoever that is.
create function plan_moved() returns trigger language plpgsql as $$
begin
  update plan set student_id = new.student_id where branch_id = new.branch_id and enrolment = new.id;
  return null;
end $$;
create trigger enrolment_moved_plan after update of student_id on enrolment
  for each row when (old.student_id <> new.student_id and new.related_id is null) execute function plan_moved();

create trigger plan_student_resolved before insert or update of student_id on plan
  for each row execute function resolve_student();

-- The parts of a plan in piastres, each with what later payments cover of it: the oldest part first.
create function plan_parts(parts jsonb, paid bigint)
returns table (due_day date, amount bigint, covered bigint) language sql immutable as $$
  select one.due_day, one.amount, least(one.amount, greatest(0, paid - coalesce(sum(one.amount) over (
    order by one.place rows between unbounded preceding and 1 preceding), 0)))::bigint
  from (
    select place, (part ->> 'due_day')::date as due_day, ((part ->> 'amount')::numeric * 100)::bigint as amount
    from jsonb_array_elements(parts) with ordinality as it(part, place)) as one
  order by one.place
$$;

-- With a plan an enrolment is owed from the day of the first part that is not covered; where the parts are too few, from the last day.
create or replace function owed_since(it enrolment) returns date language sql stable as $$
  select coalesce((
    select coalesce(min(part.due_day) filter (where part.covered < part.amount), max(part.due_day))
    from public.plan cross join lateral public.plan_parts(plan.parts, it.installments_paid) as part
    where plan.branch_id = it.branch_id and plan.enrolment = it.id), it.effective_date)
$$;

create function plan_debt_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform recount_debts(old.branch_id, old.student_id);
  else
    perform recount_debts(new.branch_id, new.student_id);
  end if;
  return null;
end $$;
create trigger plan_debt_insert after insert on plan for each row execute function plan_debt_changed();
create trigger plan_debt_update after update of parts on plan for each row
  when (old.parts <> new.parts) execute function plan_debt_changed();
create trigger plan_debt_delete after delete on plan for each row execute function plan_debt_changed();

-- The last payment of a student, and those since a promise, however many there were before.
create index enrolment_paid_by_student on enrolment (branch_id, student_id, effective_date desc, created_at desc)
  include (paid_amount) where paid_amount > 0;
create index book_payout_paid_by_student on book_payout (branch_id, student_id, effective_date desc, created_at desc)
  include (paid_amount) where paid_amount > 0;

create or replace function promise_state(it promise, today date) returns text language sql stable as $$
  select case
    when it.withdrawn_on is not null then 'withdrawn'
    when (
      select coalesce(sum(payment.paid_amount), 0) >= greatest(coalesce(it.amount, 1), 1)
      from (
        select one.effective_date, one.created_at, one.paid_amount from public.enrolment one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.paid_amount > 0
            and one.effective_date between it.effective_date and it.due_day
        union all
        select one.effective_date, one.created_at, one.paid_amount from public.book_payout one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.paid_amount > 0
            and one.effective_date between it.effective_date and it.due_day) as payment
      where (payment.effective_date, payment.created_at) > (it.effective_date, it.created_at)) then 'kept'
    when it.due_day < today then 'broken'
    else 'open' end
$$;
