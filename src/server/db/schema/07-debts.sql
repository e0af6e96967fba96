-- Reminders and promises about the debts of a student (decision 108). They move with the student, and are deleted with them.

create table reminder (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  student_id uuid not null,
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
create index reminder_newest on reminder (branch_id, effective_date desc, created_at desc, id desc);
create index reminder_of_student on reminder (branch_id, student_id, effective_date desc, created_at desc, id desc);

create table promise (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  student_id uuid not null,
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
create index promise_newest on promise (branch_id, effective_date desc, created_at desc, id desc);
create index promise_of_student on promise (branch_id, student_id, effective_date desc, created_at desc, id desc);
create index promise_due on promise (branch_id, due_day) where withdrawn_on is null;
