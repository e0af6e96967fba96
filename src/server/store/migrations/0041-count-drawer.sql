-- Counts a drawer in one round trip (decision 54): locks the user, checks that their last close is finished and the one that was counted
-- after, stores the count, gives it all lines of its user that have no close yet, and answers what they come to. Each statement here sees
-- what the lock waited for. A line that is written at the same time is seen and counted, or it stays for the next close; one that is being
-- changed is waited for. Lines that came to nothing are dropped: if something is paid on their record later, the next close counts it.
-- Without a difference it is finished. `it.previous_id` is the close that was counted after, compared if `knows_last`.
create function count_drawer(
  it drawer_close, knows_last boolean,
  out refusal text, out close drawer_close, out since timestamptz, out user_name text, out parts json
) language plpgsql as $$
declare
  last drawer_close;
  total bigint;
begin
  perform from app_user where branch_id = it.branch_id and id = it.user_id for no key update;
  select * into last from drawer_close where branch_id = it.branch_id and user_id = it.user_id order by id desc limit 1;
  if last.id is not null and last.finished_at is null then
    refusal := 'unfinished';
    return;
  end if;
  if knows_last and it.previous_id is distinct from last.id then
    refusal := 'closed-meanwhile';
    return;
  end if;
  insert into drawer_close (branch_id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, created_at)
  values (it.branch_id, it.user_id, last.id, it.pieces, it.other, it.counted, coalesce(last.kept, it.float), it.kept, 0, it.notes,
    it.created_at)
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
  update drawer_close set expected = close.float + total,
    finished_at = case when close.float + total = counted then it.created_at end
  where branch_id = it.branch_id and id = close.id returning * into close;
  since := last.created_at;
  user_name := person_name(it.branch_id, it.user_id);
end $$;

drop function close_drawer(drawer_close);
