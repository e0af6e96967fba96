-- Salaries in parts, advances and bonuses (decision 134). Every salary so far was the only part of its month.
drop trigger salary_version on salary;
alter table salary alter column amount drop expression;
alter table salary
  add column bonus bigint not null default 0 check (bonus >= 0),
  add column advanced bigint not null default 0 check (advanced >= 0),
  add column paid_before bigint not null default 0 check (paid_before >= 0),
  add column part integer not null default 1,
  add column from_drawer boolean not null default false,
  drop constraint salary_deducted,
  add constraint salary_within
    check (amount >= 0 and paid_before + amount + deducted + advanced <= base_salary + bonus);
create trigger salary_version before update on salary
  for each row execute function count_version('{effective_date}');
drop index salary_once;
create unique index salary_once on salary (branch_id, employee_id, coalesce(month_id, 0), part);

create table advance (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  amount bigint not null check (amount >= 0),
  custom_date date,
  -- The salary that it was taken off; null while it is open.
  settled_by_id bigint,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  payment_method text not null default 'cash',
  payment_reference text,
  from_drawer boolean not null default false,
  notes text,
  primary key (branch_id, id),
  constraint advance_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint advance_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint advance_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index advance_newest on advance (branch_id, effective_date desc, id desc);
create index advance_of_month on advance (branch_id, month_id, effective_date desc, id desc);
create index advance_of_employee on advance (branch_id, employee_id, settled_by_id);
create index advance_settled_by on advance (branch_id, settled_by_id) where settled_by_id is not null;
create trigger advance_version before update on advance
  for each row execute function count_version('{effective_date}');

create table bonus (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  custom_date date,
  -- The salary that it was added to; null while it is open.
  settled_by_id bigint,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint bonus_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint bonus_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint bonus_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index bonus_newest on bonus (branch_id, effective_date desc, id desc);
create index bonus_of_month on bonus (branch_id, month_id, effective_date desc, id desc);
create index bonus_of_employee on bonus (branch_id, employee_id, settled_by_id);
create index bonus_settled_by on bonus (branch_id, settled_by_id) where settled_by_id is not null;
create trigger bonus_version before update on bonus
  for each row execute function count_version('{effective_date}');

-- What is paid out of a drawer is counted in one way.
alter table drawer_line drop constraint drawer_line_part_check;
alter table drawer_line add constraint drawer_line_part_check
  check (part in ('enrolment', 'installment', 'collection', 'payout', 'expense', 'order', 'salary', 'correction'));
create function paid_from_drawer(record jsonb, amount text) returns bigint language sql immutable as $$
  select case when record ->> 'from_drawer' = 'true' and record ->> 'payment_method' = 'cash' then (record ->> amount)::bigint else 0 end;
$$;
create function paid_out_in_drawer() returns trigger language plpgsql as $$
declare
  was constant jsonb := to_jsonb(old);
  becomes constant jsonb := to_jsonb(new);
  it constant jsonb := coalesce(becomes, was);
begin
  perform count_in_drawer(
    row((it ->> 'branch_id')::bigint, tg_table_name, (it ->> 'id')::bigint, (it ->> 'created_by')::bigint, tg_argv[0], tg_argv[1],
      0, null, null, (it ->> 'created_at')::timestamptz, 0, 'cash')::drawer_line,
    -paid_from_drawer(was, tg_argv[2]), -paid_from_drawer(becomes, tg_argv[2]), 'cash');
  return null;
end $$;
drop trigger expense_in_drawer on expense;
drop trigger book_order_in_drawer on book_order;
drop function expense_in_drawer();
drop function book_order_in_drawer();
create trigger expense_in_drawer after insert or delete or update of amount, from_drawer, payment_method on expense
  for each row execute function paid_out_in_drawer('expense', 'expense', 'amount');
create trigger book_order_in_drawer after insert or delete or update of paid_amount, from_drawer, payment_method on book_order
  for each row execute function paid_out_in_drawer('book-order', 'order', 'paid_amount');
create trigger salary_in_drawer after insert or delete or update of amount, from_drawer, payment_method on salary
  for each row execute function paid_out_in_drawer('salary', 'salary', 'amount');
create trigger advance_in_drawer after insert or delete or update of amount, from_drawer, payment_method on advance
  for each row execute function paid_out_in_drawer('advance', 'salary', 'amount');
