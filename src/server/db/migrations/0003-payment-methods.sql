-- How money was paid (decision 130). What is stored was paid in cash.
alter table branch_settings add column payment_methods jsonb not null default '[]';
alter table collection add column tenders jsonb;
alter table enrolment add column payment_method text not null default 'cash', add column payment_reference text;
alter table book_order add column payment_method text not null default 'cash', add column payment_reference text;
alter table book_payout add column payment_method text not null default 'cash', add column payment_reference text;
alter table salary add column payment_method text not null default 'cash', add column payment_reference text;
alter table expense add column payment_method text not null default 'cash', add column payment_reference text;

-- The drawer holds cash alone; a close ticks off every other method.
alter table drawer_close add column methods jsonb not null default '[]';
alter table drawer_line add column payment_method text not null default 'cash';
drop index drawer_line_open;
create index drawer_line_open on drawer_line (branch_id, user_id, at) include (part, amount, payment_method) where close_id is null;
create or replace function drawer_line_stays() returns trigger language plpgsql as $$
begin
  if old.close_id is null and tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (old.close_id is null or (new.amount = old.amount and new.close_id = old.close_id and new.payment_method = old.payment_method)) then
    return new;
  end if;
  raise exception 'a line of a drawer close stays' using errcode = 'insufficient_privilege';
end $$;
drop function count_in_drawer(drawer_line, bigint, bigint);
create function count_in_drawer(line drawer_line, was bigint, becomes bigint, was_paid_by text) returns void language plpgsql as $$
declare
  counted boolean;
  changed drawer_line := line;
begin
  if was_paid_by <> line.payment_method and was <> 0 then
    changed.payment_method := was_paid_by;
    perform count_in_drawer(changed, was, 0, was_paid_by);
    was := 0;
  end if;
  if was = becomes then
    return;
  end if;
  line.turn := 0;
  if was = 0 then
    line.amount := becomes;
    insert into drawer_line select line.* on conflict do nothing;
    if found then
      return;
    end if;
  end if;
  update drawer_line set
    amount = case when close_id is null then becomes else amount end,
    payment_method = case when close_id is null then line.payment_method else payment_method end,
    amount_now = case
      when close_id is null then null
      when payment_method = line.payment_method then nullif(becomes, amount)
      else amount_now end
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id and turn = 0
  returning close_id is not null into counted;
  -- The line was there at first, and a close has dropped it meanwhile.
  if not found and was = 0 then
    insert into drawer_line select line.*;
  end if;
  if not coalesce(counted, false) then
    return;
  end if;
  line.user_id := coalesce(nullif(current_setting('branch_desk.user', true), '')::bigint, line.user_id);
  update drawer_line set amount = amount + becomes - was
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id and turn > 0
    and user_id = line.user_id and payment_method = line.payment_method and close_id is null;
  if found then
    return;
  end if;
  line.part := 'correction';
  line.amount := becomes - was;
  line.at := coalesce(nullif(current_setting('branch_desk.at', true), '')::timestamptz, now());
  select max(turn) + 1 into line.turn from drawer_line
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id;
  insert into drawer_line select line.*;
end $$;
create or replace function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  if it.import_id is not null then
    return null;
  end if;
  perform count_in_drawer(
    row(it.branch_id, 'enrolment', it.id, it.created_by, it.kind, drawer_part(it.related_id, it.collection_id, 'enrolment'),
      0, null, null, it.created_at, 0, it.payment_method)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end,
    coalesce(old.payment_method, it.payment_method));
  return null;
end $$;
create or replace function book_payout_in_drawer() returns trigger language plpgsql as $$
declare
  it book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_payout', it.id, it.created_by, 'book-payout', drawer_part(it.related_id, it.collection_id, 'payout'),
      0, null, null, it.created_at, 0, it.payment_method)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end,
    coalesce(old.payment_method, it.payment_method));
  return null;
end $$;
create or replace function expense_in_drawer() returns trigger language plpgsql as $$
declare
  it expense := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'expense', it.id, it.created_by, 'expense', 'expense', 0, null, null, it.created_at, 0, 'cash')::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer and old.payment_method = 'cash' then -old.amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer and new.payment_method = 'cash' then -new.amount else 0 end, 'cash');
  return null;
end $$;
create or replace function book_order_in_drawer() returns trigger language plpgsql as $$
declare
  it book_order := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_order', it.id, it.created_by, 'book-order', 'order', 0, null, null, it.created_at, 0, 'cash')::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer and old.payment_method = 'cash' then -old.paid_amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer and new.payment_method = 'cash' then -new.paid_amount else 0 end, 'cash');
  return null;
end $$;
drop trigger enrolment_in_drawer on enrolment;
create trigger enrolment_in_drawer after insert or delete or update of paid_amount, payment_method on enrolment
  for each row execute function enrolment_in_drawer();
drop trigger expense_in_drawer on expense;
create trigger expense_in_drawer after insert or delete or update of amount, from_drawer, payment_method on expense
  for each row execute function expense_in_drawer();
drop trigger book_order_in_drawer on book_order;
create trigger book_order_in_drawer after insert or delete or update of paid_amount, from_drawer, payment_method on book_order
  for each row execute function book_order_in_drawer();
drop trigger book_payout_in_drawer on book_payout;
create trigger book_payout_in_drawer after insert or delete or update of paid_amount, payment_method on book_payout
  for each row execute function book_payout_in_drawer();
create or replace function count_drawer(
  it drawer_close, knows_last boolean,
  out refusal text, out close drawer_close, out since timestamptz, out user_name text, out parts json
) language plpgsql as $$
declare
  last drawer_close;
  own bigint;
  disabled timestamptz;
begin
  select disabled_at into disabled from app_user where branch_id = it.branch_id and id = it.user_id for no key update;
  if it.closed_by is not null and disabled is null then
    refusal := 'signs-in';
    return;
  end if;
  select * into last from drawer_close where branch_id = it.branch_id and user_id = it.user_id order by id desc limit 1;
  if last.id is not null and last.finished_at is null then
    refusal := 'unfinished';
    return;
  end if;
  if knows_last and it.previous_id is distinct from last.id then
    refusal := 'closed-meanwhile';
    return;
  end if;
  if it.counted = last.counted and it.counted <> last.kept and last.created_at > it.created_at - interval '1 hour' and not exists (
    select from drawer_line where branch_id = it.branch_id and close_id is null and user_id = it.user_id and amount <> 0
  ) then
    refusal := 'same-count';
    return;
  end if;
  own := nextval('drawer_close_id_seq');
  it.float := coalesce(last.kept, it.float);
  with dropped as (
    delete from drawer_line where branch_id = it.branch_id and user_id = it.user_id and close_id is null and amount = 0
  ), taken as (
    update drawer_line set close_id = own
    where branch_id = it.branch_id and user_id = it.user_id and close_id is null and amount <> 0
    returning part, amount, payment_method
  ), by_part as (
    select part, count(*) as count, sum(amount) as total from taken where payment_method = 'cash' group by part
  ), by_method as (
    select payment_method, count(*) as count, sum(amount) as total from taken where payment_method <> 'cash' group by payment_method
  ), methods as (
    select coalesce(jsonb_agg(jsonb_build_object('payment_method', payment_method, 'count', count, 'total', total::text,
      'found', ticked ->> 'found', 'reason', ticked ->> 'reason') order by payment_method), '[]') as sums
    from by_method left join jsonb_array_elements(it.methods) as ticked on ticked ->> 'payment_method' = payment_method
  ), summed as (
    select it.float + coalesce(sum(total), 0)::bigint as expected,
      coalesce(json_agg(json_build_object('part', part, 'count', count, 'total', total::text) order by part), '[]') as parts
    from by_part
  ), made as (
    insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, reason, created_at,
      finished_at, closed_by, methods)
    overriding system value
    select it.branch_id, own, it.user_id, last.id, it.pieces, it.other, it.counted, it.float, it.kept, expected, it.notes, it.reason,
      it.created_at, case when expected = it.counted or it.reason is not null then it.created_at end, it.closed_by, methods.sums
    from summed, methods
    returning *
  )
  select summed.parts, made.id, made.previous_id, made.expected, made.finished_at, made.methods
  into parts, it.id, it.previous_id, it.expected, it.finished_at, it.methods from made, summed;
  -- The server takes everything back: another sum than the one that was looked at needs its reason.
  if exists (
    select from jsonb_array_elements(it.methods) as ticked
    where ticked ->> 'found' <> ticked ->> 'total' and ticked ->> 'reason' is null
  ) then
    refusal := 'method-differs';
  end if;
  close := it;
  since := last.created_at;
  user_name := person_name(it.branch_id, it.user_id);
end $$;
