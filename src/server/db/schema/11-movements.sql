-- The ledger: every movement of debts, money and credit, one row each. A change of a record is a reversal and another movement; nothing is
-- updated but month and close, once, and nothing is deleted, also when its record is. So it refers to no record by a foreign key.
create table movement (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  -- As contract/ledger/effects.ts declares them.
  type text not null,
  -- Negative for a reversal.
  amount bigint not null check (amount <> 0),
  reverses bigint,
  -- The resource of what is owed for, or of the record itself.
  resource text not null,
  -- The enrolment or book payout that is owed for.
  payable uuid,
  student_id uuid,
  credit_of uuid,
  category text,
  payment_method text,
  payment_reference text,
  -- Who wrote the record; made_by is who wrote the movement.
  recorded_by bigint,
  -- Whose drawer or terminal; null is the office.
  holder bigint,
  close_id uuid,
  -- It changes what its close had counted before.
  corrects boolean not null default false,
  collection_id uuid,
  effective_date date not null,
  -- The month that was running when its record came; null waits for the next one, or belongs to none: cash between drawer, office and bank.
  month_id bigint,
  at timestamptz not null,
  made_by bigint not null,
  approved_by bigint,
  -- The table of its record and the id there.
  source text not null,
  record_id uuid not null,
  owed bigint not null generated always as (case
    when type in ('price', 'refund', 'credit_refund') then amount
    when type in ('discount', 'forgiven', 'payment', 'credit_payment') then -amount else 0 end) stored,
  money bigint not null generated always as (case
    when type in ('payment', 'cash_in') then amount
    when type in ('refund', 'credit_payout', 'expense', 'order_payment', 'salary', 'advance', 'cash_out') then -amount else 0 end) stored,
  credit bigint not null generated always as (case
    when type = 'credit_refund' then amount when type in ('credit_payment', 'credit_payout') then -amount else 0 end) stored,
  revenue bigint not null generated always as (case
    when type in ('payment', 'credit_payment') then amount when type in ('refund', 'credit_refund') then -amount else 0 end) stored,
  spent bigint not null generated always as (case
    when type in ('expense', 'order_payment', 'salary', 'advance') then amount else 0 end) stored,
  given_up bigint not null generated always as (case when type in ('discount', 'forgiven') then amount else 0 end) stored,
  primary key (branch_id, id),
  constraint movement_reverses foreign key (branch_id, reverses) references movement (branch_id, id),
  constraint movement_corrects check (not corrects or close_id is not null),
  -- A close is stored after it has taken its movements.
  constraint movement_close foreign key (branch_id, close_id) references drawer_close (branch_id, id) deferrable initially deferred,
  constraint movement_type check (type in ('price', 'discount', 'forgiven', 'payment', 'credit_payment', 'refund', 'credit_refund',
    'credit_payout', 'expense', 'order_payment', 'salary', 'advance', 'cash_out', 'cash_in'))
);
create index movement_of_record on movement (branch_id, source, record_id);
create index movement_of_payable on movement (branch_id, payable, resource) where payable is not null;
create unique index movement_reversed_once on movement (branch_id, reverses) where reverses is not null;
create index movement_of_month on movement (branch_id, month_id, resource) include (type, effective_date, amount, revenue, spent);
create index movement_of_day on movement (branch_id, effective_date) include (resource, type, payable, amount, owed, revenue, spent);
create index movement_of_student on movement (branch_id, student_id, effective_date) where student_id is not null;
create index movement_of_credit on movement (branch_id, credit_of) where credit_of is not null;
create index movement_in_drawer on movement (branch_id, holder, at) where close_id is null and money <> 0 and holder is not null;
create index movement_of_office on movement (branch_id, payment_method) include (money)
  where holder is null and money <> 0 and type <> 'payment';
create index movement_of_close on movement (branch_id, close_id) where close_id is not null;

create function movement_stays() returns trigger language plpgsql as $$
declare
  -- Generated columns are not known yet.
  ignored constant text[] := '{month_id,close_id,owed,money,credit,revenue,spent,given_up}';
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - ignored = to_jsonb(old) - ignored
    and (old.month_id is null or new.month_id = old.month_id) and (old.close_id is null or new.close_id = old.close_id) then
    return new;
  end if;
  raise exception 'a movement stays' using errcode = 'insufficient_privilege';
end $$;
create trigger movement_stays before update or delete on movement for each row when (not is_restoring()) execute function movement_stays();

-- Keeps the balances that must never be wrong: of payables, whose constraints then refuse too much, and the credit of students. What a payable
-- says itself, its price and its first payment, is in its row already.
create function keep_balances() returns trigger language plpgsql as $$
declare
  followed record;
begin
  for followed in
    select branch_id, resource = 'book-payout' as is_payout, payable,
      coalesce(sum(amount) filter (where type in ('payment', 'credit_payment')), 0) as paid,
      coalesce(sum(amount) filter (where type in ('refund', 'credit_refund')), 0) as refunded,
      coalesce(sum(amount) filter (where type = 'forgiven'), 0) as forgiven
    from added
    where payable is not null and not (record_id = payable and source in ('enrolment', 'book_payout'))
    group by 1, 2, 3 order by 2 desc, 3
  loop
    continue when (followed.paid, followed.refunded, followed.forgiven) = (0, 0, 0);
    if followed.is_payout then
      update book_payout it set installments_paid = it.installments_paid + followed.paid, refunded = it.refunded + followed.refunded,
        forgiven = it.forgiven + followed.forgiven
      where it.branch_id = followed.branch_id and it.id = followed.payable;
    else
      update enrolment it set installments_paid = it.installments_paid + followed.paid, refunded = it.refunded + followed.refunded,
        forgiven = it.forgiven + followed.forgiven
      where it.branch_id = followed.branch_id and it.id = followed.payable;
    end if;
  end loop;
  -- Other movements leave the table of students alone: they do not wait for its locks.
  for followed in
    select branch_id, credit_of as id, sum(credit) as credit from added where credit <> 0 group by 1, 2 order by 2
  loop
    update student it set credit = it.credit + followed.credit where it.branch_id = followed.branch_id and it.id = followed.id;
  end loop;
  return null;
end $$;
create trigger movement_balances after insert on movement referencing new table as added
  for each statement when (not is_restoring()) execute function keep_balances();

create function refuse_negative_credit() returns trigger language plpgsql as $$
begin
  if exists (select from student where branch_id = new.branch_id and id = new.id and credit < 0) then
    raise exception 'there is not so much credit' using errcode = 'check_violation', constraint = 'student_credit';
  end if;
  return null;
end $$;
-- At the commit: a merge, and a record that is given to another student, move credit statement by statement.
create constraint trigger student_credit after update of credit on student deferrable initially deferred
  for each row when (new.credit < 0) execute function refuse_negative_credit();

create function drawer_part(source text, type text, record_id uuid, payable uuid, collection_id uuid)
returns text language sql immutable as $$
  select case source
    when 'cash_move' then case type when 'cash_in' then 'brought' else 'handed_over' end
    when 'book_order' then 'order'
    when 'advance' then 'salary'
    when 'enrolment' then case when record_id = payable then 'enrolment' when collection_id is null then 'installment' else 'collection' end
    when 'book_payout' then case when record_id = payable then 'payout' when collection_id is null then 'installment' else 'collection' end
    else source end
$$;

-- What each record moved into or out of a drawer, by cash or another method: as its close counted it, and beside it as it is now, if it was
-- changed since (decision 176); as it is while no close has counted it. What a close moves itself is no line of it: the first float, and the
-- cash movement with its id. Lines of one collection are one receipt.
create view drawer_line as
  select branch_id, source, record_id, holder as user_id, close_id,
    case when source = 'refund' then source else min(resource) end as resource, min(part) as part, min(at) as at,
    bool_or(is_received) as is_received, coalesce('collection ' || max(collection_id), source || ' ' || record_id) as receipt,
    sum(counted)::bigint as amount, nullif(sum(present), sum(counted))::bigint as amount_now,
    coalesce(max(payment_method) filter (where counted <> 0), max(payment_method) filter (where present <> 0)) as payment_method,
    case when sum(present) <> 0 then nullif(
      max(payment_method) filter (where present <> 0), max(payment_method) filter (where counted <> 0)) end as method_now
  from (
    select branch_id, source, record_id, holder, close_id, payment_method, min(resource) as resource,
      min(drawer_part(source, type, record_id, payable, collection_id)) as part, min(at) as at,
      bool_or(type = 'payment') as is_received, max(collection_id::text) as collection_id,
      coalesce(sum(money) filter (where not corrects), 0) as counted, sum(money) as present
    from movement where holder is not null and money <> 0 and source <> 'drawer_close' and record_id is distinct from close_id group by 1, 2, 3, 4, 5, 6) as by_method
  group by 1, 2, 3, 4, 5 having sum(counted) <> 0 or sum(present) <> 0;

-- What students owe: the payables on which something remains.
create view debt as
  select branch_id, student_id, kind as resource, id, remaining from enrolment where remaining > 0
  union all select branch_id, student_id, 'book-payout', id, remaining from book_payout where remaining > 0;

-- A promise is kept when its sum, or anything without a sum, was paid after it and until its day. What is paid back later does not break it.
create function promise_state(it promise, today date) returns text language plpgsql stable as $$
begin
  return case
    when it.withdrawn_on is not null then 'withdrawn'
    when (
      select coalesce(sum(amount), 0) >= greatest(coalesce(it.amount, 1), 1)
      from movement paid
      where paid.branch_id = it.branch_id and paid.student_id = it.student_id and paid.type in ('payment', 'credit_payment')
        and paid.effective_date between it.effective_date and it.due_day
        and (paid.effective_date, paid.at) > (it.effective_date, it.created_at) and reverses is null
        and not exists (select from movement back where back.branch_id = paid.branch_id and back.reverses = paid.id)) then 'kept'
    when it.due_day < today then 'broken'
    else 'open' end;
end $$;

-- Everything that is stored of a student, without columns that only count changes. The undo of a merge compares it.
create function state_of_student(branch bigint, student uuid) returns text language plpgsql stable as $$
begin
  return (with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = branch and id = student
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = branch and it.student_id = student
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = branch and it.student_id = student
    union all select 'refund', id, to_jsonb(it) from refund it where branch_id = branch and it.student_id = student
    union all select 'reminder', id, to_jsonb(it) from reminder it where branch_id = branch and it.student_id = student
    union all select 'promise', id, to_jsonb(it) from promise it where branch_id = branch and it.student_id = student
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = branch and student in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id,name_keys,phone_keys}'::text[])::text, ',' order by part.of, id, content))
  from part);
end $$;
