-- A manager closes the drawer of a disabled user, who cannot do it any more (decision 54). `closed_by` is the manager; null for a close of
-- one's own.
alter table drawer_close add column closed_by bigint;
alter table drawer_close add constraint drawer_close_explained_by_other
  check (closed_by is null or (closed_by <> user_id and (finished_at is null or reason is not null)));

-- As before; beside the reason, who finished it in place of the user is added once.
create or replace function drawer_close_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.finished_at is null
    and to_jsonb(old) - array['expected', 'reason', 'finished_at', 'closed_by']
      = to_jsonb(new) - array['expected', 'reason', 'finished_at', 'closed_by'] then
    return new;
  end if;
  raise exception 'a drawer close stays as it was counted' using errcode = 'insufficient_privilege';
end $$;

-- As in migration 0041; a close in place of a disabled user comes with its reason, and is finished at once whatever it differs by. The user
-- is locked before they are looked at: one who is enabled meanwhile closes their drawer themselves.
create or replace function count_drawer(
  it drawer_close, knows_last boolean,
  out refusal text, out close drawer_close, out since timestamptz, out user_name text, out parts json
) language plpgsql as $$
declare
  last drawer_close;
  total bigint;
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
  insert into drawer_close (branch_id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, created_at, closed_by)
  values (it.branch_id, it.user_id, last.id, it.pieces, it.other, it.counted, coalesce(last.kept, it.float), it.kept, 0, it.notes,
    it.created_at, it.closed_by)
  returning * into close;
  perform from drawer_line where branch_id = it.branch_id and user_id = it.user_id and close_id is null
    order by source, record_id for update;
  delete from drawer_line where branch_id = it.branch_id and user_id = it.user_id and close_id is null and amount = 0;
  with taken as (
    update drawer_line set close_id = close.id where branch_id = it.branch_id and user_id = it.user_id and close_id is null
    returning part, amount
  ), summed as (
    select part, count(*) as count, sum(amount) as total from taken group by part
  )
  select coalesce(sum(summed.total), 0),
    coalesce(json_agg(json_build_object('part', part, 'count', count, 'total', summed.total::text) order by part), '[]')
  into total, parts from summed;
  update drawer_close set expected = close.float + total, reason = it.reason,
    finished_at = case when close.float + total = counted or it.reason is not null then it.created_at end
  where branch_id = it.branch_id and id = close.id returning * into close;
  since := last.created_at;
  user_name := person_name(it.branch_id, it.user_id);
end $$;
