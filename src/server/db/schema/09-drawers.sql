-- Closing the drawer by person (decision 54).

create table drawer_close (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  -- The close before it of the same person; null for their first.
  previous_id uuid,
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
create unique index drawer_close_chain on drawer_close (branch_id, user_id, coalesce(previous_id, '00000000-0000-0000-0000-000000000000'));
create index drawer_close_of_user on drawer_close (branch_id, user_id, created_at desc);
create index drawer_close_by_time on drawer_close (branch_id, created_at) include (user_id);
create index drawer_close_differing on drawer_close (branch_id, created_at) include (user_id, counted, expected)
  where counted <> expected;

-- Cash that goes between a drawer, the office and the bank (decision 179).
create table cash_move (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  way text not null check (way in ('brought', 'handed_over', 'banked')),
  amount bigint not null check (amount > 0),
  drawer bigint not null,
  -- The user who received or brought it; the name as it was then, or of somebody who is no user.
  person bigint,
  person_name text,
  slip text,
  custom_date date,
  notes text,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  effective_date date not null,
  version integer not null default 1,
  -- What its receiver says arrived, who that was and when; null until then.
  received bigint,
  received_by bigint,
  received_at timestamptz,
  -- The close that did not keep it in the drawer; its id is the same. Null where it was recorded by hand.
  close_id uuid,
  -- When it was recorded, the branch had nobody but the giver who could confirm it (decision 195).
  no_second_person boolean not null default false,
  unconfirmed bigint not null generated always as (case when no_second_person then 0 else amount - coalesce(received, 0) end) stored,
  primary key (branch_id, id),
  constraint cash_move_arrived check (received between 0 and amount),
  constraint cash_move_confirmed check (num_nulls(received, received_by, received_at) in (0, 3)),
  constraint cash_move_receiver foreign key (branch_id, received_by) references app_user (branch_id, id),
  constraint cash_move_day check (effective_date = custom_date),
  constraint cash_move_received check (way = 'brought' or person_name is not null or close_id is not null),
  constraint cash_move_alone check (not no_second_person or received is null),
  constraint cash_move_of_close check (close_id is null or (close_id = id and way = 'handed_over')),
  constraint cash_move_close foreign key (branch_id, close_id) references drawer_close (branch_id, id),
  constraint cash_move_drawer foreign key (branch_id, drawer) references app_user (branch_id, id),
  constraint cash_move_person foreign key (branch_id, person) references app_user (branch_id, id)
);
create index cash_move_newest on cash_move (branch_id, effective_date desc, created_at desc, id desc);
create index cash_move_unconfirmed on cash_move (branch_id, drawer) where unconfirmed <> 0;

-- Returns the count of a close as an entry of its earlier counts; piastres as text.
create function count_of(pieces jsonb, other bigint, counted bigint, kept bigint, replaced_at timestamptz)
returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object('pieces', pieces, 'other', other::text, 'counted', counted::text, 'kept', kept::text, 'at',
    to_char(replaced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
$$;

-- Before a close is finished its reason is added once, or another count takes the place of one that stays in earlier_counts.
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
      and (new.earlier_counts -> -1) - 'at' = (count_of(old.pieces, old.other, old.counted, old.kept, now()) -> 0) - 'at' then
      return new;
    end if;
  end if;
  raise exception 'a drawer close stays as it was counted' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_close_stays before update or delete on drawer_close
  for each row when (not is_restoring()) execute function drawer_close_stays();

-- Takes all movements of the user that have no close. One that is written at the same time is counted, or stays for the next close; a change of
-- a record waits for it, or is waited for. The count of the last close is not made again while no money came in or went out: a device that
-- lost the answer sent it. `it.previous_id` is the close that was counted after, compared if `knows_last`.
create function count_drawer(
  it drawer_close, knows_last boolean, out refusal text, out methods jsonb
) language plpgsql as $$
declare
  last drawer_close;
  is_disabled boolean;
begin
  select account.disabled_at is not null or account.enabled_after < person.times_disabled into is_disabled
    from app_user as account join person on person.id = account.person_id
    where account.branch_id = it.branch_id and account.id = it.user_id for no key update;
  if it.closed_by is not null and is_disabled is not true then
    refusal := 'signs-in';
    return;
  end if;
  select * into last from drawer_close where branch_id = it.branch_id and user_id = it.user_id order by created_at desc limit 1;
  if last.id is not null and last.finished_at is null then
    refusal := 'unfinished';
    return;
  end if;
  if knows_last and it.previous_id is distinct from last.id then
    refusal := 'closed-meanwhile';
    return;
  end if;
  if it.counted = last.counted and it.counted <> last.kept and last.created_at > it.created_at - interval '1 hour' and not exists (
    select from drawer_line where branch_id = it.branch_id and close_id is null and user_id = it.user_id
  ) then
    refusal := 'same-count';
    return;
  end if;
  -- Also where the clock has run back, the last close is the newest.
  it.created_at := greatest(it.created_at, last.created_at + interval '1 microsecond');
  it.float := coalesce(last.kept, it.float);
  -- Again for what was written by those whom it waited for.
  loop
    update movement set close_id = it.id where branch_id = it.branch_id and holder = it.user_id and close_id is null and money <> 0;
    exit when not found;
  end loop;
  with line as (
    select payment_method, sum(money) as amount
    from movement where branch_id = it.branch_id and close_id = it.id group by source, record_id, payment_method having sum(money) <> 0
  ), by_method as (
    select payment_method, count(*) as count, sum(amount) as total from line where payment_method <> 'cash' group by payment_method
  )
  select it.float + coalesce((select sum(amount) from line where payment_method = 'cash'), 0),
    coalesce(jsonb_agg(jsonb_build_object('payment_method', payment_method, 'count', count, 'total', total::text,
      'found', ticked ->> 'found', 'reason', ticked ->> 'reason') order by payment_method), '[]')
  into it.expected, it.methods
  from by_method left join jsonb_array_elements(it.methods) as ticked on ticked ->> 'payment_method' = payment_method;
  insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, reason, created_at,
    finished_at, closed_by, methods)
  values (it.branch_id, it.id, it.user_id, last.id, it.pieces, it.other, it.counted, it.float, it.kept, it.expected, it.notes, it.reason,
    it.created_at, case when it.expected = it.counted or it.reason is not null then it.created_at end, it.closed_by, it.methods);
  -- The server takes everything back: another sum than the one that was looked at needs its reason.
  if exists (
    select from jsonb_array_elements(it.methods) as ticked
    where ticked ->> 'found' <> ticked ->> 'total' and ticked ->> 'reason' is null
  ) then
    refusal := 'method-differs';
  end if;
  methods := it.methods;
end $$;
