-- Closing the drawer by person (decision 54): what they counted, what was expected, and every amount that it consists of.

-- Whether it was paid out of the recorder's drawer. Older rows were paid before anybody closed one.
alter table expense add column from_drawer boolean not null default false;
alter table book_order add column from_drawer boolean not null default false;

create table drawer_close (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  user_id bigint not null,
  -- The close before it of the same person; null for their first.
  previous_id bigint,
  -- Pieces of each note and coin, by its decimal text.
  pieces jsonb not null,
  -- Piastres, as all money here: counted without pieces, and in all.
  other bigint not null check (other >= 0),
  counted bigint not null check (counted >= 0),
  -- What was in the drawer when the period began, and what stays in it for the next one.
  float bigint not null check (float >= 0),
  kept bigint not null check (kept >= 0),
  -- The float and the amounts of its lines.
  expected bigint not null,
  notes text,
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (branch_id, id),
  constraint drawer_close_kept check (kept <= counted),
  constraint drawer_close_explained check (finished_at is null or counted = expected or reason is not null),
  constraint drawer_close_previous foreign key (branch_id, previous_id) references drawer_close (branch_id, id)
);

-- One after the other: a person finishes a close before the next one begins.
create unique index drawer_close_unfinished on drawer_close (branch_id, user_id) where finished_at is null;
create unique index drawer_close_chain on drawer_close (branch_id, user_id, coalesce(previous_id, 0));
create index drawer_close_of_user on drawer_close (branch_id, user_id, id desc);

-- What was counted and expected stays: only the reason is added, once.
create function drawer_close_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.finished_at is null
    and to_jsonb(old) - array['expected', 'reason', 'finished_at'] = to_jsonb(new) - array['expected', 'reason', 'finished_at'] then
    return new;
  end if;
  raise exception 'a drawer close stays as it was counted' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_close_stays before update or delete on drawer_close
  for each row execute function drawer_close_stays();

-- One line for each record that moved money into or out of a drawer, written with the record. Without a close it is counted by the next one.
create table drawer_line (
  branch_id bigint not null references branch,
  -- The table of the record and its id there.
  source text not null,
  record_id bigint not null,
  user_id bigint not null,
  resource text not null,
  part text not null check (part in ('enrolment', 'installment', 'collection', 'payout', 'expense', 'order')),
  -- Negative for what was paid out. Stays as it was counted once it has a close.
  amount bigint not null,
  -- What the record comes to now, if it was changed after the close; 0 if it was deleted.
  amount_now bigint,
  close_id bigint,
  at timestamptz not null,
  primary key (branch_id, source, record_id),
  constraint drawer_line_close foreign key (branch_id, close_id) references drawer_close (branch_id, id),
  constraint drawer_line_changed check (amount_now is null or (close_id is not null and amount_now <> amount))
);

create index drawer_line_open on drawer_line (branch_id, user_id, at) include (part, amount) where close_id is null;
create index drawer_line_of_close on drawer_line (branch_id, close_id) where close_id is not null;
create index drawer_line_changed on drawer_line (branch_id, close_id) where amount_now is not null;

-- A close owns its lines for good: neither is it changed nor left again.
create function drawer_line_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.amount = old.amount and new.close_id = old.close_id then
    return new;
  end if;
  raise exception 'a line of a drawer close stays' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_line_stays_changed before update on drawer_line
  for each row when (old.close_id is not null) execute function drawer_line_stays();
create trigger drawer_line_stays_deleted before delete on drawer_line
  for each row when (old.close_id is not null) execute function drawer_line_stays();

-- Keeps the line of a record. An update waits for a close that is counting the line, and then finds it closed. A record from before
-- this migration has no line, and gets one only if nothing was paid on it.
create function count_in_drawer(line drawer_line, was bigint, becomes bigint) returns void language plpgsql as $$
begin
  if was = becomes then
    return;
  end if;
  update drawer_line set
    amount = case when close_id is null then becomes else amount end,
    amount_now = case when close_id is not null then nullif(becomes, amount) end
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id;
  if not found and was = 0 then
    line.amount := becomes;
    insert into drawer_line select line.*;
  end if;
end $$;

create function drawer_part(related_id bigint, collection_id bigint, own text) returns text language sql immutable as $$
  select case when related_id is null then own when collection_id is null then 'installment' else 'collection' end;
$$;

create function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'enrolment', it.id, it.created_by, it.kind, drawer_part(it.related_id, it.collection_id, 'enrolment'),
      0, null, null, it.created_at)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;

create function book_payout_in_drawer() returns trigger language plpgsql as $$
declare
  it book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_payout', it.id, it.created_by, 'book-payout', drawer_part(it.related_id, it.collection_id, 'payout'),
      0, null, null, it.created_at)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;

create function expense_in_drawer() returns trigger language plpgsql as $$
declare
  it expense := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'expense', it.id, it.created_by, 'expense', 'expense', 0, null, null, it.created_at)::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer then -old.amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer then -new.amount else 0 end);
  return null;
end $$;

create function book_order_in_drawer() returns trigger language plpgsql as $$
declare
  it book_order := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_order', it.id, it.created_by, 'book-order', 'order', 0, null, null, it.created_at)::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer then -old.paid_amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer then -new.paid_amount else 0 end);
  return null;
end $$;

create trigger enrolment_in_drawer after insert or delete or update of paid_amount on enrolment
  for each row execute function enrolment_in_drawer();
create trigger book_payout_in_drawer after insert or delete or update of paid_amount on book_payout
  for each row execute function book_payout_in_drawer();
create trigger expense_in_drawer after insert or delete or update of amount, from_drawer on expense
  for each row execute function expense_in_drawer();
create trigger book_order_in_drawer after insert or delete or update of paid_amount, from_drawer on book_order
  for each row execute function book_order_in_drawer();

-- Returns what a person is called: their names, with the first part of their email address where another user of the branch is called
-- the same, or that part alone without any name.
create function person_name(of_branch bigint, of_user bigint) returns text language sql stable as $$
  select case
    when own.name = '' then own.local
    when exists (
      select from app_user other
      where other.branch_id = of_branch and other.id <> of_user
        and lower(trim(other.first_name || ' ' || other.last_name)) = lower(own.name)
    ) then own.name || ' (' || own.local || ')'
    else own.name end
  from (
    select trim(first_name || ' ' || last_name) as name, split_part(email, '@', 1) as local
    from app_user where branch_id = of_branch and id = of_user
  ) as own;
$$;
