-- Books with their orders and payouts; employees with salaries and deductions; general expenses.

create table book (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  name text not null,
  category text not null,
  subject text not null,
  level text not null,
  -- Money is piastres.
  sell_price bigint not null check (sell_price >= 0),
  custom_date date,
  -- Sums over its orders and payouts, kept by the triggers below: stock and profit follow from them (decision 14).
  ordered bigint not null default 0,
  orders_cost bigint not null default 0,
  paid_out bigint not null default 0 check (paid_out >= 0),
  payouts_price bigint not null default 0,
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  -- No matter who orders, hands out, edits and deletes at the same time, no copy leaves that never came (decisions 14 and 36).
  constraint book_stock check (paid_out <= ordered)
);

create index book_newest on book (branch_id, effective_date desc, id desc);

create table book_order (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  book_id bigint not null,
  quantity bigint not null check (quantity >= 1),
  -- Of all its copies.
  price bigint not null check (price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  remaining bigint generated always as (price - paid_amount) stored,
  custom_date date,
  notes text,
  -- The month that was running when it came; null waits for the next one (decision 18). The same in every table below.
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint book_order_overpaid check (paid_amount <= price),
  constraint book_order_book foreign key (branch_id, book_id) references book (branch_id, id),
  constraint book_order_month foreign key (branch_id, month_id) references month (branch_id, id)
);

create index book_order_newest on book_order (branch_id, effective_date desc, id desc);
create index book_order_of_book on book_order (branch_id, book_id);
create index book_order_of_month on book_order (branch_id, month_id, effective_date desc, id desc);
create index book_order_owing on book_order (branch_id, effective_date desc, id desc) where remaining > 0;

create table book_payout (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  book_id bigint not null,
  student_id bigint not null,
  quantity bigint not null check (quantity >= 1),
  -- What one copy cost when it was handed out (decisions 14 and 36).
  unit_price bigint not null check (unit_price >= 0),
  price bigint not null generated always as (unit_price * quantity) stored,
  paid_amount bigint not null check (paid_amount >= 0),
  remaining bigint not null generated always as (unit_price * quantity - paid_amount) stored,
  custom_date date,
  notes text,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint book_payout_overpaid check (paid_amount <= unit_price * quantity),
  constraint book_payout_book foreign key (branch_id, book_id) references book (branch_id, id),
  constraint book_payout_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint book_payout_month foreign key (branch_id, month_id) references month (branch_id, id)
);

create index book_payout_newest on book_payout (branch_id, effective_date desc, id desc);
create index book_payout_of_book on book_payout (branch_id, book_id);
create index book_payout_of_student on book_payout (branch_id, student_id);
create index book_payout_of_month on book_payout (branch_id, month_id, effective_date desc, id desc);
create index book_payout_owing on book_payout (branch_id, effective_date desc, id desc) where remaining > 0;

-- Adds what an order brings, or a payout takes, to its book, whose constraint then refuses what is too much.
create function order_into_book() returns trigger language plpgsql as $$
begin
  update book set
    ordered = ordered + coalesce(new.quantity, 0) - coalesce(old.quantity, 0),
    orders_cost = orders_cost + coalesce(new.price, 0) - coalesce(old.price, 0)
  where branch_id = coalesce(new.branch_id, old.branch_id) and id = coalesce(new.book_id, old.book_id);
  return null;
end $$;

create function pay_out_of_book() returns trigger language plpgsql as $$
begin
  update book set
    paid_out = paid_out + coalesce(new.quantity, 0) - coalesce(old.quantity, 0),
    payouts_price = payouts_price + coalesce(new.price, 0) - coalesce(old.price, 0)
  where branch_id = coalesce(new.branch_id, old.branch_id) and id = coalesce(new.book_id, old.book_id);
  return null;
end $$;

-- The book of an order or a payout never changes (decision 36), so an update concerns one book.
create function keep_book() returns trigger language plpgsql as $$
begin
  raise exception 'the book of an order or a payout never changes' using errcode = 'check_violation';
end $$;

create trigger book_order_stock after insert or delete or update of quantity, price on book_order
  for each row execute function order_into_book();
create trigger book_order_keeps_book before update on book_order
  for each row when (new.book_id <> old.book_id) execute function keep_book();
create trigger book_payout_stock after insert or delete or update of quantity, unit_price on book_payout
  for each row execute function pay_out_of_book();
create trigger book_payout_keeps_book before update on book_payout
  for each row when (new.book_id <> old.book_id) execute function keep_book();

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
  primary key (branch_id, id)
);

create index employee_newest on employee (branch_id, effective_date desc, id desc);

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
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint salary_deducted check (deducted <= base_salary),
  constraint salary_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint salary_month foreign key (branch_id, month_id) references month (branch_id, id),
  -- What a deduction is settled by is a salary of the same employee.
  constraint salary_settles unique (branch_id, id, employee_id)
);

-- One salary an employee and month (decision 15); what waits for a month counts as one.
create unique index salary_once on salary (branch_id, employee_id, coalesce(month_id, 0));
create index salary_newest on salary (branch_id, effective_date desc, id desc);
create index salary_of_month on salary (branch_id, month_id, effective_date desc, id desc);

create table deduction (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  custom_date date,
  -- The salary that it was taken off; null while it is open. One column: it can't be settled twice (decision 15).
  settled_by_id bigint,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint deduction_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint deduction_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint deduction_settled foreign key (branch_id, settled_by_id, employee_id)
    references salary (branch_id, id, employee_id)
);

create index deduction_newest on deduction (branch_id, effective_date desc, id desc);
create index deduction_of_employee on deduction (branch_id, employee_id, settled_by_id);
create index deduction_of_month on deduction (branch_id, month_id, effective_date desc, id desc);
create index deduction_settled_by on deduction (branch_id, settled_by_id) where settled_by_id is not null;

create table expense (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  title text not null,
  amount bigint not null check (amount >= 0),
  custom_date date,
  -- As the person was called then (decision 17).
  created_by_name text not null,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint expense_month foreign key (branch_id, month_id) references month (branch_id, id)
);

create index expense_newest on expense (branch_id, effective_date desc, id desc);
create index expense_of_month on expense (branch_id, month_id, effective_date desc, id desc);

create index enrolment_owing on enrolment (branch_id, kind, effective_date desc, id desc) where remaining > 0;

-- Each in the tally, as migration 0003 began it: what it is called there, its month, its cash and what is owed on it.
create function book_entry(it book, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'book', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint)::tally_entry;
$$;
create function employee_entry(it employee, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'employee', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint)::tally_entry;
$$;
-- What the branch owes its suppliers is no debt of the month (decision 21).
create function book_order_entry(it book_order, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'book-order', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.paid_amount, 0::bigint)::tally_entry;
$$;
create function book_payout_entry(it book_payout, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'book-payout', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.paid_amount, sign * it.remaining)::tally_entry;
$$;
create function salary_entry(it salary, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'salary', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.amount, 0::bigint)::tally_entry;
$$;
create function deduction_entry(it deduction, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'deduction', coalesce(it.month_id, 0), it.effective_date,
    sign, 0::bigint, 0::bigint)::tally_entry;
$$;
create function expense_entry(it expense, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'expense', coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.amount, 0::bigint)::tally_entry;
$$;

do $do$
declare
  counted text;
begin
  foreach counted in array array['book', 'book_order', 'book_payout', 'employee', 'salary', 'deduction', 'expense'] loop
    execute format($make$
      create function tally_of_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          perform add_to_tally(array(select %1$s_entry(it::%1$s, 1) from added it));
        elsif tg_op = 'DELETE' then
          perform add_to_tally(array(select %1$s_entry(it::%1$s, -1) from removed it));
        else
          perform add_to_tally(array(
            select %1$s_entry(it::%1$s, 1) from added it
            union all select %1$s_entry(it::%1$s, -1) from removed it));
        end if;
        return null;
      end $body$;
      create trigger %1$s_tally_insert after insert on %1$s
        referencing new table as added for each statement execute function tally_of_%1$s();
      create trigger %1$s_tally_update after update on %1$s
        referencing old table as removed new table as added for each statement execute function tally_of_%1$s();
      create trigger %1$s_tally_delete after delete on %1$s
        referencing old table as removed for each statement execute function tally_of_%1$s();
    $make$, counted);
  end loop;
end $do$;
