-- Money that a close has counted can be changed later, by a manager or with an approval (decision 140). What it differs by is cash that
-- goes into or out of the drawer of who changes it: a line of its own, which their next close counts. `turn` is 0 for the line of the
-- record itself, and counts on for such corrections. The lines of a record together come to what the record moved.
alter table drawer_line add column turn integer not null default 0;
alter table drawer_line drop constraint drawer_line_pkey;
alter table drawer_line add primary key (branch_id, source, record_id, turn);
alter table drawer_line drop constraint drawer_line_part_check;
alter table drawer_line add constraint drawer_line_part_check
  check (part in ('enrolment', 'installment', 'collection', 'payout', 'expense', 'order', 'correction'));
alter table drawer_line add constraint drawer_line_correction check ((turn > 0) = (part = 'correction'));

-- As in migration 0054; the server names who changes a record and when in `branch_desk.user` and `branch_desk.at`. Without them it is who
-- recorded it, now.
create or replace function count_in_drawer(line drawer_line, was bigint, becomes bigint) returns void language plpgsql as $$
declare
  counted boolean;
begin
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
    amount_now = case when close_id is not null then nullif(becomes, amount) end
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
    and user_id = line.user_id and close_id is null;
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

-- As before, with the turn of a record's own line.
create or replace function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  if it.import_id is not null then
    return null;
  end if;
  perform count_in_drawer(
    row(it.branch_id, 'enrolment', it.id, it.created_by, it.kind, drawer_part(it.related_id, it.collection_id, 'enrolment'),
      0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;

create or replace function book_payout_in_drawer() returns trigger language plpgsql as $$
declare
  it book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_payout', it.id, it.created_by, 'book-payout', drawer_part(it.related_id, it.collection_id, 'payout'),
      0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;

create or replace function expense_in_drawer() returns trigger language plpgsql as $$
declare
  it expense := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'expense', it.id, it.created_by, 'expense', 'expense', 0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer then -old.amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer then -new.amount else 0 end);
  return null;
end $$;

create or replace function book_order_in_drawer() returns trigger language plpgsql as $$
declare
  it book_order := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_order', it.id, it.created_by, 'book-order', 'order', 0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer then -old.paid_amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer then -new.paid_amount else 0 end);
  return null;
end $$;
