-- Who was reminded of a debt, and who said when they will pay (decision 108). They are about a student and go with the student.
create table reminder (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  channel text not null,
  notes text,
  custom_date date,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint reminder_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index reminder_newest on reminder (branch_id, effective_date desc, id desc);
create index reminder_of_student on reminder (branch_id, student_id, effective_date desc, id desc);
create trigger reminder_version before update on reminder
  for each row execute function count_version('version', 'effective_date');

create function reminder_entry(it reminder, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'reminder', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create function tally_of_reminder() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_to_tally(array(select reminder_entry(it::reminder, 1) from added it));
  elsif tg_op = 'DELETE' then perform add_to_tally(array(select reminder_entry(it::reminder, -1) from removed it));
  else perform add_to_tally(array(
    select reminder_entry(it::reminder, 1) from added it
    union all select reminder_entry(it::reminder, -1) from removed it));
  end if;
  return null;
end $$;
create trigger reminder_tally_insert after insert on reminder
  referencing new table as added for each statement execute function tally_of_reminder();
create trigger reminder_tally_update after update on reminder
  referencing old table as removed new table as added for each statement execute function tally_of_reminder();
create trigger reminder_tally_delete after delete on reminder
  referencing old table as removed for each statement execute function tally_of_reminder();

create table promise (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  due_day date not null,
  -- Piastres; null if no amount was named.
  amount bigint constraint promise_amount check (amount >= 0),
  withdrawn_on date,
  notes text,
  custom_date date,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint promise_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index promise_newest on promise (branch_id, effective_date desc, id desc);
create index promise_of_student on promise (branch_id, student_id, effective_date desc, id desc);
create trigger promise_version before update on promise
  for each row execute function count_version('version', 'effective_date');

create function promise_entry(it promise, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'promise', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create function tally_of_promise() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_to_tally(array(select promise_entry(it::promise, 1) from added it));
  elsif tg_op = 'DELETE' then perform add_to_tally(array(select promise_entry(it::promise, -1) from removed it));
  else perform add_to_tally(array(
    select promise_entry(it::promise, 1) from added it
    union all select promise_entry(it::promise, -1) from removed it));
  end if;
  return null;
end $$;
create trigger promise_tally_insert after insert on promise
  referencing new table as added for each statement execute function tally_of_promise();
create trigger promise_tally_update after update on promise
  referencing old table as removed new table as added for each statement execute function tally_of_promise();
create trigger promise_tally_delete after delete on promise
  referencing old table as removed for each statement execute function tally_of_promise();

create index promise_due on promise (branch_id, due_day) where withdrawn_on is null;

-- What became of a promise: kept if what was paid between it and its day comes to its amount, or if anything was paid where it names none.
create function promise_state(it promise, today date) returns text language sql stable as $$
  select case
    when it.withdrawn_on is not null then 'withdrawn'
    when (
      select coalesce(sum(payment.paid_amount), 0) >= greatest(coalesce(it.amount, 1), 1)
      from (
        select one.effective_date, one.created_at, one.paid_amount from public.enrolment one
          where one.branch_id = it.branch_id and one.student_id = it.student_id
        union all
        select one.effective_date, one.created_at, one.paid_amount from public.book_payout one
          where one.branch_id = it.branch_id and one.student_id = it.student_id) as payment
      where (payment.effective_date, payment.created_at) > (it.effective_date, it.created_at)
        and payment.effective_date <= it.due_day) then 'kept'
    when it.due_day < today then 'broken'
    else 'open' end
$$;
