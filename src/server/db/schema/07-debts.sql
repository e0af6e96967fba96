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

-- Identifies everything that is stored of a student: the row, all records and the decisions about the family, without columns that only
-- count changes. The undo of a merge compares it.
create function state_of_student(branch bigint, student_id bigint) returns text language sql stable as $$
  with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = $1 and id = $2
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = $1 and it.student_id = $2
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = $1 and it.student_id = $2
    union all select 'refund', id, to_jsonb(it) from refund it where branch_id = $1 and it.student_id = $2
    union all select 'credit_entry', id, to_jsonb(it) from credit_entry it where branch_id = $1 and it.student_id = $2
    union all select 'reminder', id, to_jsonb(it) from reminder it where branch_id = $1 and it.student_id = $2
    union all select 'promise', id, to_jsonb(it) from promise it where branch_id = $1 and it.student_id = $2
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = $1 and $2 in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id,name_keys,phone_keys}'::text[])::text, ',' order by part.of, id, content))
  from part;
$$;
