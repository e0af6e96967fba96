-- A count that is made again before its reason is given keeps the earlier ones (decision 141), the first first.
alter table drawer_close add column earlier_counts jsonb not null default '[]';

-- Returns what a close holds as counted, as an entry of its earlier counts. Piastres as text, as in all JSON.
create function count_of(it drawer_close, replaced_at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object('pieces', it.pieces, 'other', it.other::text, 'counted', it.counted::text,
    'kept', it.kept::text, 'at', to_char(replaced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
$$;

-- As in migration 0051; another count takes the place of one that stays beside it.
create or replace function drawer_close_stays() returns trigger language plpgsql as $$
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

-- As in migration 0060; the count of the last close is not made again while no money came in or went out: it is the same count, sent by a
-- device that lost the answer.
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
    returning part, amount
  ), by_part as (
    select part, count(*) as count, sum(amount) as total from taken group by part
  ), summed as (
    select it.float + coalesce(sum(total), 0)::bigint as expected,
      coalesce(json_agg(json_build_object('part', part, 'count', count, 'total', total::text) order by part), '[]') as parts
    from by_part
  ), made as (
    insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, reason, created_at,
      finished_at, closed_by)
    overriding system value
    select it.branch_id, own, it.user_id, last.id, it.pieces, it.other, it.counted, it.float, it.kept, expected, it.notes, it.reason,
      it.created_at, case when expected = it.counted or it.reason is not null then it.created_at end, it.closed_by
    from summed
    returning *
  )
  select summed.parts, made.id, made.previous_id, made.expected, made.finished_at
  into parts, it.id, it.previous_id, it.expected, it.finished_at from made, summed;
  close := it;
  since := last.created_at;
  user_name := person_name(it.branch_id, it.user_id);
end $$;
