create table employee (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  name text not null,
  job_title text not null,
  salary bigint not null check (salary >= 0),
  phone text not null,
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null,
  version integer not null default 1,
  summary_version integer not null default 0,
  left_on date,
  primary key (branch_id, id)
);
create index employee_newest on employee (branch_id, effective_date desc, created_at desc, id desc);
create trigger employee_version before update on employee
  for each row execute function count_version('{effective_date}', '{name,phone}');

create table salary (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  -- As it was at the first part of the month; a raise afterwards changes nothing here (decision 35).
  base_salary bigint not null check (base_salary >= 0),
  -- As are bonus, advanced and paid_before: of the month, until this part (decision 134).
  deducted bigint not null check (deducted >= 0),
  amount bigint not null,
  custom_date date,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  payment_method text not null default 'cash',
  payment_reference text,
  bonus bigint not null default 0 check (bonus >= 0),
  advanced bigint not null default 0 check (advanced >= 0),
  paid_before bigint not null default 0 check (paid_before >= 0),
  -- Counts the parts of the month.
  part integer not null default 1,
  from_drawer boolean not null default false,
  primary key (branch_id, id),
  constraint salary_day check (effective_date = custom_date),
  constraint salary_within
    check (amount >= 0 and paid_before + amount + deducted + advanced <= base_salary + bonus),
  constraint salary_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint salary_month foreign key (branch_id, month_id) references month (branch_id, id),
  -- Deductions, advances and bonuses are settled by a salary of the same employee.
  constraint salary_settles unique (branch_id, id, employee_id)
);
-- One salary an employee and month, in parts one after the other (decisions 15 and 134); waiting for a month counts as one.
create unique index salary_once on salary (branch_id, employee_id, coalesce(month_id, 0), part);
create index salary_newest on salary (branch_id, effective_date desc, created_at desc, id desc);
create index salary_of_month on salary (branch_id, month_id, effective_date desc, created_at desc, id desc);

create table deduction (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  custom_date date,
  -- The salary that it was taken off; null while it is open. One column: it cannot be settled twice (decision 15).
  settled_by_id uuid,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint deduction_day check (effective_date = custom_date),
  constraint deduction_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint deduction_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint deduction_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index deduction_newest on deduction (branch_id, effective_date desc, created_at desc, id desc);
create index deduction_of_month on deduction (branch_id, month_id, effective_date desc, created_at desc, id desc);
create index deduction_of_employee on deduction (branch_id, employee_id, settled_by_id);
create index deduction_settled_by on deduction (branch_id, settled_by_id) where settled_by_id is not null;

-- Money paid before a salary (decision 134).
create table advance (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  amount bigint not null check (amount >= 0),
  custom_date date,
  settled_by_id uuid,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  payment_method text not null default 'cash',
  payment_reference text,
  from_drawer boolean not null default false,
  notes text,
  primary key (branch_id, id),
  constraint advance_day check (effective_date = custom_date),
  constraint advance_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint advance_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint advance_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index advance_newest on advance (branch_id, effective_date desc, created_at desc, id desc);
create index advance_of_month on advance (branch_id, month_id, effective_date desc, created_at desc, id desc);
create index advance_of_employee on advance (branch_id, employee_id, settled_by_id);
create index advance_settled_by on advance (branch_id, settled_by_id) where settled_by_id is not null;

create table bonus (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  custom_date date,
  settled_by_id uuid,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint bonus_day check (effective_date = custom_date),
  constraint bonus_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint bonus_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint bonus_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index bonus_newest on bonus (branch_id, effective_date desc, created_at desc, id desc);
create index bonus_of_month on bonus (branch_id, month_id, effective_date desc, created_at desc, id desc);
create index bonus_of_employee on bonus (branch_id, employee_id, settled_by_id);
create index bonus_settled_by on bonus (branch_id, settled_by_id) where settled_by_id is not null;

create table expense (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  title text not null,
  amount bigint not null check (amount >= 0),
  custom_date date,
  -- The person's name at that time (decision 17).
  created_by_name text not null,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  from_drawer boolean not null default false,
  payment_method text not null default 'cash',
  payment_reference text,
  -- The id of a category of the branch's settings (decision 135).
  category text,
  notes text,
  -- SHA-256 of its photo in hex (decision 135).
  photo text,
  primary key (branch_id, id),
  constraint expense_day check (effective_date = custom_date),
  constraint expense_month foreign key (branch_id, month_id) references month (branch_id, id)
);
create index expense_newest on expense (branch_id, effective_date desc, created_at desc, id desc);
create index expense_of_month on expense (branch_id, month_id, effective_date desc, created_at desc, id desc);

-- Photos of bills, read one by one (decision 135). A replaced one stays, also when the expense is deleted: the history names it.
create table expense_photo (
  branch_id bigint not null references branch,
  expense_id uuid not null,
  digest text not null,
  -- A JPEG in base64, without metadata; older ones may have some, which is left out when they are read.
  content text not null,
  primary key (branch_id, expense_id, digest)
);
create index expense_photo_digest on expense_photo (branch_id, digest);
