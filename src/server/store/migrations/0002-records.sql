-- Months, students, enrolments with their installments, and the keys of writes.

create table month (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  name text not null,
  status text not null check (status in ('running', 'ended')),
  start_date date not null,
  end_date date check ((end_date is null) = (status = 'running')),
  -- What the month came to when it ended, as decimal text by figure; debts are not among them (decision 21).
  figures jsonb check ((figures is null) = (status = 'running')),
  primary key (branch_id, id)
);

create unique index month_running on month (branch_id) where status = 'running';

create table student (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  code_number bigint not null,
  code text not null,
  name text not null,
  father_name text,
  mother_name text,
  birthdate date,
  phone text,
  father_phone text,
  mother_phone text,
  address text,
  -- The searched fields and the name as foldForSearch leaves them, and the trigrams of each: kept by the server.
  -- Not pg_trgm: under the C character type it knows no letters but Latin ones.
  folded text not null,
  folded_name text not null,
  grams text[] not null,
  name_grams text[] not null,
  created_at timestamptz not null,
  effective_date date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  primary key (branch_id, id)
);

create unique index student_code on student (branch_id, code_number);
create index student_newest on student (branch_id, effective_date desc, id desc);
create index student_grams on student using gin (grams);
create index student_name_grams on student using gin (name_grams);

-- The last code given: it only ever counts up, so none is used twice (decision 10).
create table student_counter (
  branch_id bigint primary key references branch,
  last bigint not null
);

-- Enrolments of every kind, and their installments: receipts of money (decision 12).
create table enrolment (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  kind text not null,
  -- The enrolment an installment pays for; null for an enrolment itself.
  related_id bigint,
  student_id bigint not null,
  level text,
  stage text,
  period text,
  transportation_type text,
  -- Money is piastres.
  price bigint check (price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  -- The sum of its installments, kept by a trigger below; 0 for an installment.
  installments_paid bigint not null default 0 check (installments_paid >= 0),
  remaining bigint generated always as (price - paid_amount - installments_paid) stored,
  receipt_number text not null,
  custom_date date,
  notes text,
  -- The month that was running when it came; null waits for the next one (decision 18).
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  folded text not null,
  grams text[] not null,
  primary key (branch_id, id),
  constraint enrolment_form check ((price is null) = (related_id is not null)),
  -- No matter who pays what at the same time, nobody pays more than the price (decision 11).
  constraint enrolment_overpaid check (paid_amount + installments_paid <= price),
  constraint enrolment_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint enrolment_month foreign key (branch_id, month_id) references month (branch_id, id),
  -- An installment is of its enrolment's kind and follows it to another student.
  constraint enrolment_payable unique (branch_id, id, kind, student_id),
  constraint enrolment_related foreign key (branch_id, related_id, kind, student_id)
    references enrolment (branch_id, id, kind, student_id) on update cascade
);

create index enrolment_newest on enrolment (branch_id, kind, effective_date desc, id desc) include (related_id);
create index enrolment_of_student on enrolment (branch_id, student_id, kind);
create index enrolment_of_month on enrolment (branch_id, month_id, kind, effective_date desc, id desc);
create index enrolment_installments on enrolment (branch_id, related_id) where related_id is not null;
create index enrolment_grams on enrolment using gin (grams);

-- Adds what an installment pays to its enrolment, whose constraint then refuses what is too much.
create function pay_into_enrolment() returns trigger language plpgsql as $$
declare
  difference bigint := 0;
  receipt enrolment;
begin
  if tg_op <> 'INSERT' then
    difference := difference - old.paid_amount;
    receipt := old;
  end if;
  if tg_op <> 'DELETE' then
    difference := difference + new.paid_amount;
    receipt := new;
  end if;
  if difference = 0 then
    return null;
  end if;
  update enrolment set installments_paid = installments_paid + difference
    where branch_id = receipt.branch_id and id = receipt.related_id and related_id is null;
  if not found then
    raise exception 'an installment pays for an enrolment' using
      errcode = 'foreign_key_violation', constraint = 'enrolment_related';
  end if;
  return null;
end $$;

create trigger enrolment_paid_in after insert on enrolment
  for each row when (new.related_id is not null) execute function pay_into_enrolment();
create trigger enrolment_paid_out after delete on enrolment
  for each row when (old.related_id is not null) execute function pay_into_enrolment();
create trigger enrolment_paid_anew after update of paid_amount on enrolment
  for each row when (new.related_id is not null) execute function pay_into_enrolment();

-- Every write with a key, and what it was answered (decisions 4 and 38).
create table idempotency (
  branch_id bigint not null references branch,
  key uuid not null,
  user_id bigint not null,
  method text not null,
  path text not null,
  body_hash text not null,
  status smallint not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (branch_id, key)
);

create index idempotency_age on idempotency using brin (created_at);
