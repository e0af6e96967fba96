-- Closing the drawer by person (decision 54).

create table drawer_close (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  user_id bigint not null,
  -- The close before it of the same person; null for their first.
  previous_id bigint,
  -- Pieces of each note and coin, by its decimal text.
  pieces jsonb not null,
  -- Money that was counted without pieces, and in all.
  other bigint not null check (other >= 0),
  counted bigint not null check (counted >= 0),
  -- The money in the drawer when the period began, and the money that stays in it for the next one.
  float bigint not null check (float >= 0),
  kept bigint not null check (kept >= 0),
  -- The float and the amounts of its lines.
  expected bigint not null,
  notes text,
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The manager who closed it in place of a disabled user (decision 120); null for a close of one's own.
  closed_by bigint,
  -- The counts that a later count replaced before the reason was given, oldest first.
  earlier_counts jsonb not null default '[]',
  -- Of each other method [{payment_method, count, total, found, reason}]: what was recorded, and what was found at the terminal or the
  -- telephone, null if that was not said; piastres as text (decision 130).
  methods jsonb not null default '[]',
  primary key (branch_id, id),
  constraint drawer_close_kept check (kept <= counted),
  constraint drawer_close_explained check (finished_at is null or counted = expected or reason is not null),
  constraint drawer_close_explained_by_other
    check (closed_by is null or (closed_by <> user_id and (finished_at is null or reason is not null))),
  constraint drawer_close_previous foreign key (branch_id, previous_id) references drawer_close (branch_id, id)
);
-- One after the other: a person finishes a close before the next one begins.
create unique index drawer_close_unfinished on drawer_close (branch_id, user_id) where finished_at is null;
create unique index drawer_close_chain on drawer_close (branch_id, user_id, coalesce(previous_id, 0));
create index drawer_close_of_user on drawer_close (branch_id, user_id, id desc);
create index drawer_close_by_time on drawer_close (branch_id, created_at) include (user_id);
create index drawer_close_differing on drawer_close (branch_id, created_at) include (user_id, counted, expected)
  where counted <> expected;

-- Returns the count of a close as an entry of its earlier counts; piastres as text.
create function count_of(it drawer_close, replaced_at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object('pieces', it.pieces, 'other', it.other::text, 'counted', it.counted::text,
    'kept', it.kept::text, 'at', to_char(replaced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
$$;

-- A close stays as it was counted. Before it is finished its reason is added once, or another count takes the place of one that stays in
-- earlier_counts.
create function drawer_close_stays() returns trigger language plpgsql as $$
declare
  explained constant text[] := array['expected', 'reason', 'finished_at', 'closed_by'];
  counted constant text[] := array['pieces', 'other', 'counted', 'kept', 'earlier_counts'];
begin
  if tg_op = 'UPDATE' and old.finished_at is null then
    if to_jsonb(old) - explained = to_jsonb(new) - explained then
      return new;
    end if;
    if to_jsonb(old) - explained - counted = to_jsonb(new) - explained - counted
      and new.earlier_counts - (-1) = old.earlier_counts
      and (new.earlier_counts -> -1) - 'at' = (count_of(old, now()) -> 0) - 'at' then
      return new;
    end if;
  end if;
  raise exception 'a drawer close stays as it was counted' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_close_stays before update or delete on drawer_close
  for each row execute function drawer_close_stays();

-- One line for each record that moved money into or out of a drawer, or came by another method than cash, written with the record. The
-- next close of its user takes it: the drawer itself holds cash alone. Money that a close has counted can be changed later: the line keeps its
-- amount and method and tells those of now beside them (decision 176).
create table drawer_line (
  branch_id bigint not null references branch,
  -- The table of the record and its id there.
  source text not null,
  record_id bigint not null,
  user_id bigint not null,
  resource text not null,
  part text not null
    check (part in ('enrolment', 'installment', 'collection', 'payout', 'expense', 'order', 'refund', 'salary', 'correction')),
  -- Negative for money that was paid out.
  amount bigint not null,
  -- The amount of the record now, if it was changed after the close; 0 if it was deleted or is paid out of no drawer any more.
  amount_now bigint,
  close_id bigint,
  at timestamptz not null,
  -- 0 for the line of the record itself; higher for corrections that a close counted before decision 176.
  turn integer not null default 0,
  payment_method text not null default 'cash',
  -- The method of the record now, if it was changed after the close.
  method_now text,
  primary key (branch_id, source, record_id, turn),
  constraint drawer_line_close foreign key (branch_id, close_id) references drawer_close (branch_id, id),
  constraint drawer_line_changed check (
    (close_id is not null or num_nonnulls(amount_now, method_now) = 0) and amount_now <> amount and method_now <> payment_method),
  constraint drawer_line_correction check ((turn > 0) = (part = 'correction'))
);
create index drawer_line_open on drawer_line (branch_id, user_id, at) include (part, amount, payment_method) where close_id is null;
create index drawer_line_of_close on drawer_line (branch_id, close_id) where close_id is not null;
create index drawer_line_changed on drawer_line (branch_id, close_id) where amount_now is not null or method_now is not null;

-- A close keeps its lines, with their amounts.
create function drawer_line_stays() returns trigger language plpgsql as $$
begin
  if old.close_id is null and tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (old.close_id is null or (new.amount = old.amount and new.close_id = old.close_id and new.payment_method = old.payment_method)) then
    return new;
  end if;
  raise exception 'a line of a drawer close stays' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_line_stays before update or delete on drawer_line
  for each row execute function drawer_line_stays();

-- Keeps the line of a record. An update waits for a close that is counting the line, and then finds it closed: a line that a close has counted
-- only tells what it is now, and no other line is written (decision 176).
create function count_in_drawer(line drawer_line, was bigint, becomes bigint, was_paid_by text) returns void language plpgsql as $$
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

create function drawer_part(related_id bigint, collection_id bigint, own text) returns text language sql immutable as $$
  select case when related_id is null then own when collection_id is null then 'installment' else 'collection' end;
$$;

-- An imported enrolment was paid before, into no drawer.
create function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  if it.import_id is not null or is_by_credit(
    tg_op, it.payment_method, old.payment_method, it.paid_amount, old.paid_amount) then
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
create trigger enrolment_in_drawer after insert or delete or update of paid_amount, payment_method on enrolment
  for each row execute function enrolment_in_drawer();

create function book_payout_in_drawer() returns trigger language plpgsql as $$
declare
  it book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  if is_by_credit(
    tg_op, it.payment_method, old.payment_method, it.paid_amount, old.paid_amount) then
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
create trigger book_payout_in_drawer after insert or delete or update of paid_amount, payment_method on book_payout
  for each row execute function book_payout_in_drawer();

-- Piastres that a record of money paid out took from a drawer; `amount` names its column.
create function paid_from_drawer(record jsonb, amount text) returns bigint language sql immutable as $$
  select case when record ->> 'from_drawer' = 'true' and record ->> 'payment_method' = 'cash' then (record ->> amount)::bigint else 0 end;
$$;

-- Arguments: the resource, the part of the close, the column with the amount.
create function paid_out_in_drawer() returns trigger language plpgsql as $$
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
create trigger expense_in_drawer after insert or delete or update of amount, from_drawer, payment_method on expense
  for each row execute function paid_out_in_drawer('expense', 'expense', 'amount');
create trigger book_order_in_drawer after insert or delete or update of paid_amount, from_drawer, payment_method on book_order
  for each row execute function paid_out_in_drawer('book-order', 'order', 'paid_amount');
create trigger salary_in_drawer after insert or delete or update of amount, from_drawer, payment_method on salary
  for each row execute function paid_out_in_drawer('salary', 'salary', 'amount');
create trigger advance_in_drawer after insert or delete or update of amount, from_drawer, payment_method on advance
  for each row execute function paid_out_in_drawer('advance', 'salary', 'amount');

-- Counts a drawer: locks the user, checks that their last close is finished and the one that was counted after, takes all lines of the user
-- that have no close, adds them up and stores the close. A line that is written at the same time is seen and counted, or stays for the next
-- close; one that is being changed is waited for. Lines of 0 are dropped. Without a difference the close is finished, and in place of a
-- disabled user, who is locked before they are looked at. The count of the last close is not made again while no money came in or went out:
-- a device that lost the answer sent it. `it.previous_id` is the close that was counted after, compared if `knows_last`.
create function count_drawer(
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
  ), counted as (
    update movement set close_id = own where branch_id = it.branch_id and holder = it.user_id and close_id is null and money <> 0
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
