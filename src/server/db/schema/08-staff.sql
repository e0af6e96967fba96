create table employee (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  name text not null,
  job_title text not null,
  salary bigint not null check (salary >= 0),
  phone text not null,
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  version integer not null default 1,
  summary_version integer not null default 0,
  primary key (branch_id, id)
);
create index employee_newest on employee (branch_id, effective_date desc, id desc);
create trigger employee_version before update on employee
  for each row execute function count_version('{effective_date}', '{name,phone}');

create table salary (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  -- Both as they were when it was paid; a raise afterwards changes nothing here (decision 35).
  base_salary bigint not null check (base_salary >= 0),
  deducted bigint not null check (deducted >= 0),
  amount bigint not null generated always as (base_salary - deducted) stored,
  custom_date date,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  payment_method text not null default 'cash',
  payment_reference text,
  primary key (branch_id, id),
  constraint salary_deducted check (deducted <= base_salary),
  constraint salary_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint salary_month foreign key (branch_id, month_id) references month (branch_id, id),
  -- A deduction is settled by a salary of the same employee.
  constraint salary_settles unique (branch_id, id, employee_id)
);
-- One salary an employee and month (decision 15); waiting for a month counts as one.
create unique index salary_once on salary (branch_id, employee_id, coalesce(month_id, 0));
create index salary_newest on salary (branch_id, effective_date desc, id desc);
create index salary_of_month on salary (branch_id, month_id, effective_date desc, id desc);
create trigger salary_version before update on salary
  for each row execute function count_version('{effective_date,amount}');

create table deduction (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  custom_date date,
  -- The salary that it was taken off; null while it is open. One column: it cannot be settled twice (decision 15).
  settled_by_id bigint,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint deduction_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint deduction_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint deduction_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index deduction_newest on deduction (branch_id, effective_date desc, id desc);
create index deduction_of_month on deduction (branch_id, month_id, effective_date desc, id desc);
create index deduction_of_employee on deduction (branch_id, employee_id, settled_by_id);
create index deduction_settled_by on deduction (branch_id, settled_by_id) where settled_by_id is not null;
create trigger deduction_version before update on deduction
  for each row execute function count_version('{effective_date}');

create table expense (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  title text not null,
  amount bigint not null check (amount >= 0),
  custom_date date,
  -- The person's name at that time (decision 17).
  created_by_name text not null,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  from_drawer boolean not null default false,
  payment_method text not null default 'cash',
  payment_reference text,
  -- The id of a category of the branch's settings (decision 135).
  category text,
  notes text,
  primary key (branch_id, id),
  constraint expense_month foreign key (branch_id, month_id) references month (branch_id, id)
);
create index expense_newest on expense (branch_id, effective_date desc, id desc);
create index expense_of_month on expense (branch_id, month_id, effective_date desc, id desc);
create trigger expense_version before update on expense
  for each row execute function count_version('{effective_date}');
