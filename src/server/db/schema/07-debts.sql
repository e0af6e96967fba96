-- Reminders and promises about the debts of a student (decision 108). They move with the student, and are deleted with them.

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
  effective_date date not null,
  primary key (branch_id, id),
  constraint reminder_day check (effective_date = custom_date),
  constraint reminder_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index reminder_newest on reminder (branch_id, effective_date desc, id desc);
create index reminder_of_student on reminder (branch_id, student_id, effective_date desc, id desc);
create trigger reminder_version before update on reminder
  for each row execute function count_version('{effective_date}');
create trigger reminder_student_resolved before insert or update of student_id on reminder
  for each row execute function resolve_student();

create table promise (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  due_day date not null,
  amount bigint constraint promise_amount check (amount >= 0),
  withdrawn_on date,
  notes text,
  custom_date date,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null,
  primary key (branch_id, id),
  constraint promise_day check (effective_date = custom_date),
  constraint promise_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index promise_newest on promise (branch_id, effective_date desc, id desc);
create index promise_of_student on promise (branch_id, student_id, effective_date desc, id desc);
create index promise_due on promise (branch_id, due_day) where withdrawn_on is null;
create trigger promise_version before update on promise
  for each row execute function count_version('{effective_date}');
create trigger promise_student_resolved before insert or update of student_id on promise
  for each row execute function resolve_student();

-- A promise is kept when its sum, or anything without a sum, was paid after it and until its day. What was paid back and is owed again does
-- not count.
create function promise_state(it promise, today date) returns text language sql stable as $$
  select case
    when it.withdrawn_on is not null then 'withdrawn'
    when (
      select coalesce(sum(payment.paid_amount), 0) >= greatest(coalesce(it.amount, 1), 1)
      from (
        select one.effective_date, one.created_at, one.paid_amount from enrolment one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.paid_amount > 0
            and one.effective_date between it.effective_date and it.due_day
        union all
        select one.effective_date, one.created_at, one.paid_amount from book_payout one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.paid_amount > 0
            and one.effective_date between it.effective_date and it.due_day
        union all
        select one.effective_date, one.created_at, -one.amount from refund one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.resource <> 'student'
            and not one.forgive and one.withdrawal_id is null
            and one.effective_date between it.effective_date and it.due_day) as payment
      where (payment.effective_date, payment.created_at) > (it.effective_date, it.created_at)) then 'kept'
    when it.due_day < today then 'broken'
    else 'open' end
$$;
