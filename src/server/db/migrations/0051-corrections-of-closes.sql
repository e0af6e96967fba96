-- A correction of counted money belongs to the close that counted it and moves no open drawer (decision 176).
alter table drawer_line add column method_now text;
alter table drawer_line drop constraint drawer_line_changed;
alter table drawer_line add constraint drawer_line_changed check (
    (close_id is not null or num_nonnulls(amount_now, method_now) = 0) and amount_now <> amount and method_now <> payment_method);
drop index drawer_line_changed;
create index drawer_line_changed on drawer_line (branch_id, close_id) where amount_now is not null or method_now is not null;

delete from drawer_line where turn > 0 and close_id is null;
-- By another method now, for which the amount was 0 so far.
update drawer_line as line set amount_now = nullif(it.amount, line.amount), method_now = it.payment_method
from (
  select branch_id, 'enrolment' as source, id, paid_amount as amount, payment_method from enrolment
  union all select branch_id, 'book_payout', id, paid_amount, payment_method from book_payout
  union all select branch_id, 'refund', id, -amount, payment_method from refund
) as it
where it.branch_id = line.branch_id and it.source = line.source and it.id = line.record_id and line.turn = 0 and line.close_id is not null
  and it.payment_method <> line.payment_method and it.amount <> 0;

create or replace function count_in_drawer(line drawer_line, was bigint, becomes bigint, was_paid_by text) returns void language plpgsql as $$
begin
  if was = becomes and (was = 0 or was_paid_by = line.payment_method) then
    return;
  end if;
  line.amount := becomes;
  if was = 0 then
    insert into drawer_line select line.* on conflict do nothing;
    if found then
      return;
    end if;
  end if;
  update drawer_line set
    amount = case when close_id is null then becomes else amount end,
    payment_method = case when close_id is null then line.payment_method else payment_method end,
    amount_now = case when close_id is not null then nullif(becomes, amount) end,
    method_now = case when close_id is not null and becomes <> 0 then nullif(line.payment_method, payment_method) end
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id and turn = 0;
  -- The line was there at first, and a close has dropped it meanwhile.
  if not found and was = 0 then
    insert into drawer_line select line.*;
  end if;
end $$;

create or replace function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  if it.import_id is not null or is_by_credit(
    tg_op, 'enrolment', it.branch_id, it.id, it.payment_method, old.payment_method, it.paid_amount, old.paid_amount
  ) then
    return null;
  end if;
  perform count_in_drawer(
    row(it.branch_id, 'enrolment', it.id, it.created_by, it.kind, drawer_part(it.related_id, it.collection_id, 'enrolment'),
      0, null, null, it.created_at, 0, it.payment_method, null)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end,
    coalesce(old.payment_method, it.payment_method));
  return null;
end $$;

create or replace function book_payout_in_drawer() returns trigger language plpgsql as $$
declare
  it book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  if is_by_credit(
    tg_op, 'book_payout', it.branch_id, it.id, it.payment_method, old.payment_method, it.paid_amount, old.paid_amount
  ) then
    return null;
  end if;
  perform count_in_drawer(
    row(it.branch_id, 'book_payout', it.id, it.created_by, 'book-payout', drawer_part(it.related_id, it.collection_id, 'payout'),
      0, null, null, it.created_at, 0, it.payment_method, null)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end,
    coalesce(old.payment_method, it.payment_method));
  return null;
end $$;

create or replace function paid_out_in_drawer() returns trigger language plpgsql as $$
declare
  was constant jsonb := to_jsonb(old);
  becomes constant jsonb := to_jsonb(new);
  it constant jsonb := coalesce(becomes, was);
begin
  perform count_in_drawer(
    row((it ->> 'branch_id')::bigint, tg_table_name, (it ->> 'id')::bigint, (it ->> 'created_by')::bigint, tg_argv[0], tg_argv[1],
      0, null, null, (it ->> 'created_at')::timestamptz, 0, 'cash', null)::drawer_line,
    -paid_from_drawer(was, tg_argv[2]), -paid_from_drawer(becomes, tg_argv[2]), 'cash');
  return null;
end $$;

create or replace function pay_back() returns trigger language plpgsql as $$
declare
  it constant refund := case when tg_op = 'DELETE' then old else new end;
  was constant bigint := case when tg_op = 'INSERT' then 0 else old.amount end;
  becomes constant bigint := case when tg_op = 'DELETE' then 0 else new.amount end;
  forgives constant bigint := case when it.forgive then becomes - was else 0 end;
begin
  if tg_op = 'UPDATE' and (
    (old.amount <> new.amount and (it.resource = 'student' or 'credit' in (old.payment_method, new.payment_method)))
    or (old.payment_method <> new.payment_method and 'credit' in (old.payment_method, new.payment_method))
  ) then
    raise exception 'money by credit does not change' using errcode = 'check_violation', constraint = 'paid_by_credit';
  end if;
  if it.enrolment_id is not null and becomes <> was then
    update enrolment set refunded = refunded + becomes - was, forgiven = forgiven + forgives
      where branch_id = it.branch_id and id = it.enrolment_id and related_id is null;
  elsif it.book_payout_id is not null and becomes <> was then
    update book_payout set refunded = refunded + becomes - was, forgiven = forgiven + forgives
      where branch_id = it.branch_id and id = it.book_payout_id and related_id is null;
  end if;
  if not found and becomes <> was and it.resource <> 'student' then
    raise exception 'a refund is of an enrolment or book payout' using
      errcode = 'foreign_key_violation', constraint = 'refund_enrolment';
  end if;
  if tg_op = 'DELETE' then
    delete from credit_entry where branch_id = it.branch_id and source = 'refund' and record_id = it.id;
  elsif tg_op = 'INSERT' and (it.resource = 'student' or it.payment_method = 'credit') then
    insert into credit_entry (branch_id, student_id, amount, source, record_id, at)
    values (it.branch_id, it.student_id, case when it.resource = 'student' then -it.amount else it.amount end, 'refund', it.id, it.created_at);
  end if;
  if it.payment_method <> 'credit' then
    perform count_in_drawer(
      row(it.branch_id, 'refund', it.id, it.created_by, 'refund', 'refund', 0, null, null, it.created_at, 0, it.payment_method, null)::drawer_line,
      -was, -becomes, coalesce(old.payment_method, it.payment_method));
  end if;
  return null;
end $$;
