-- One sum that is received for several debts at once (decision 53). Its payments are installments like any other.
create table collection (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  receipt_number text not null,
  custom_date date,
  notes text,
  -- The sum when it was recorded, in piastres; its payments are added up for the sum of now (decision 104).
  received bigint not null check (received > 0),
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  -- The chosen student (decision 142); null from clients that do not name one.
  student_id uuid,
  -- Its parts by method, [{payment_method, payment_reference, amount}] with decimal text; null where all was cash (decision 130).
  tenders jsonb,
  primary key (branch_id, id),
  constraint collection_day check (effective_date = custom_date),
  constraint collection_student foreign key (branch_id, student_id) references student (branch_id, id)
);
create index collection_newest on collection (branch_id, effective_date desc, created_at desc, id desc);
create index collection_of_student on collection (branch_id, student_id) where student_id is not null;

-- A wrong payment is corrected at the payment. Only the payer moves, when students are merged or deleted.
create function collection_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{student_id,effective_date}'::text[] = to_jsonb(old) - '{student_id,effective_date}'::text[] then
    return new;
  end if;
  raise exception 'a collection stays as it was recorded' using errcode = 'insufficient_privilege';
end $$;
create trigger collection_stays before update or delete on collection
  for each row when (not is_restoring()) execute function collection_stays();

-- The last day of an enrolment, by the rule of contract/rules/term.ts: a month that lacks the day of the start ends it.
create function last_day_of_term(first date, period text) returns date language sql immutable parallel safe as $$
  select least(date '9999-12-31', case
    when extract(day from first + length) = extract(day from first) then (first + length)::date - 1
    else (first + length)::date end)
  from (select make_interval(months => case when period ~ '^[0-9]{1,2}$' then period::integer else 1 end) as length) as term
$$;

-- Enrolments of every kind, and their installments (decision 12). Money is piastres, here and in every table.
create table enrolment (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  -- The enrolment that an installment pays for; null for an enrolment itself.
  related_id uuid,
  student_id uuid not null,
  level text,
  stage text,
  period text,
  transportation_type text,
  price bigint check (price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  -- The sum of its installments, kept by keep_balances like refunded and forgiven; 0 for an installment.
  installments_paid bigint not null default 0 check (installments_paid >= 0),
  receipt_number text not null,
  custom_date date,
  notes text,
  -- The month that was running when it came; null waits for the next one (decision 18). The same in every table.
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  folded text not null,
  version integer not null default 1,
  summary_version integer not null default 0,
  collection_id uuid,
  import_id bigint,
  -- How it was paid: the id of a method of the branch, and the number of the transfer (decision 130). The same in every table.
  payment_method text not null default 'cash',
  payment_reference text,
  -- What was paid back, and what is not owed any more (decision 131).
  refunded bigint not null default 0 check (refunded >= 0),
  forgiven bigint not null default 0 check (forgiven >= 0),
  left_on date,
  remaining bigint generated always as (price - forgiven - (paid_amount + installments_paid - refunded)) stored,
  -- What it would cost, what of that is not asked for, and why (decision 132). The price is what is left.
  list_price bigint check (list_price >= 0),
  discount bigint check (discount >= 0),
  discount_reason text,
  -- The last day that somebody chose; null follows the period (decision 133).
  ends_on date,
  -- The enrolment that it goes on from. Whoever renews at the same time, one is renewed once.
  renews uuid,
  runs_until date generated always as (case when related_id is null then coalesce(ends_on, last_day_of_term(effective_date, period)) end) stored,
  primary key (branch_id, id),
  constraint enrolment_day check (effective_date = custom_date),
  constraint enrolment_ends_on check (ends_on >= effective_date),
  constraint enrolment_renews foreign key (branch_id, renews) references enrolment (branch_id, id),
  constraint enrolment_form check ((price is null) = (related_id is not null)),
  constraint enrolment_follows check (related_id is null or (installments_paid, refunded, forgiven) = (0, 0, 0)),
  -- Whoever pays at the same time, nobody pays more than the price (decision 11).
  constraint enrolment_overpaid check (paid_amount + installments_paid - refunded <= price - forgiven),
  constraint enrolment_refunded check (refunded <= paid_amount + installments_paid),
  constraint enrolment_forgiven check (forgiven <= price),
  constraint enrolment_discount check (
    list_price - discount = price
    and (coalesce(discount, 0) = 0 or list_price is not null)
    and (coalesce(discount, 0) = 0) = (discount_reason is null)
    and (related_id is null or (list_price is null and discount is null))),
  constraint enrolment_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint enrolment_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint enrolment_collection foreign key (branch_id, collection_id) references collection (branch_id, id),
  constraint enrolment_import foreign key (branch_id, import_id) references import (branch_id, id),
  -- An installment is of its enrolment's kind and follows it to another student.
  constraint enrolment_payable unique (branch_id, id, kind, student_id),
  constraint enrolment_related foreign key (branch_id, related_id, kind, student_id)
    references enrolment (branch_id, id, kind, student_id)
);
create index enrolment_newest on enrolment (branch_id, kind, effective_date desc, created_at desc, id desc)
  include (related_id, student_id, price, paid_amount, remaining, payment_method);
create index enrolment_of_month on enrolment (branch_id, month_id, kind, effective_date desc, created_at desc, id desc)
  include (related_id, price, paid_amount, remaining, payment_method);
create index enrolment_of_recorder on enrolment (branch_id, kind, created_by, effective_date desc, created_at desc, id desc);
create index enrolment_of_student on enrolment (branch_id, student_id, kind, effective_date desc, created_at desc, id desc) include (related_id);
create index enrolment_owing on enrolment (branch_id, kind, effective_date desc, created_at desc, id desc)
  include (price, paid_amount, remaining, related_id) where remaining > 0;
create index enrolment_owing_of_student on enrolment (branch_id, student_id)
  include (id, kind, level, effective_date, installments_paid, remaining) where remaining > 0;
create index enrolment_pieces on enrolment using gin (search_pieces(branch_id, kind, folded));
-- A receipt by the beginning of its number, and by the number alone of one that has a series before it.
create index enrolment_receipt on enrolment (branch_id, folded collate "C", id desc);
create index enrolment_receipt_number on enrolment (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where folded ~ '[^0-9][0-9]+$';
create unique index enrolment_renewed on enrolment (branch_id, renews) where renews is not null;
-- By the code on its paper (contract/receipt-code.ts).
create index enrolment_code on enrolment (branch_id, right(id::text, 8));
create index enrolment_ending on enrolment (branch_id, kind, runs_until) where related_id is null;
create index enrolment_installments on enrolment (branch_id, related_id) where related_id is not null;
create index enrolment_of_collection on enrolment (branch_id, collection_id) where collection_id is not null;
create index enrolment_of_import on enrolment (branch_id, import_id) where import_id is not null;
create trigger enrolment_version before update on enrolment
  for each row execute function count_version('{effective_date,remaining,runs_until}', '{level,stage,period,transportation_type}');

-- The parts in which an enrolment will be paid (decision 110).
create table plan (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  student_id uuid not null,
  enrolment uuid not null,
  parts jsonb not null,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null,
  primary key (branch_id, id),
  constraint plan_once unique (branch_id, enrolment),
  constraint plan_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade,
  constraint plan_enrolment foreign key (branch_id, enrolment) references enrolment (branch_id, id) on delete cascade
);
create index plan_newest on plan (branch_id, effective_date desc, created_at desc, id desc);
create index plan_of_student on plan (branch_id, student_id, effective_date desc, created_at desc, id desc);
create trigger plan_version before update on plan
  for each row execute function count_version('{effective_date}');

-- In piastres. What remains to be paid lies on the latest parts: what was paid, forgiven or discounted covers the earliest.
create function plan_parts(parts jsonb, remaining bigint)
returns table (due_day date, amount bigint, covered bigint) language sql immutable as $$
  select due_day, amount, amount - least(amount, greatest(0, remaining - later))::bigint
  from (
    select one.due_day, one.amount, one.place, coalesce(sum(one.amount) over (
      order by one.place rows between 1 following and unbounded following), 0) as later
    from (
      select place, (part ->> 'due_day')::date as due_day, ((part ->> 'amount')::numeric * 100)::bigint as amount
      from jsonb_array_elements(parts) with ordinality as it(part, place)) as one) as with_later
  order by place
$$;
