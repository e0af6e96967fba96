-- As in migration 0051, in one statement: it takes the lines, adds them up and stores the finished row, which was inserted and then changed
-- before. The lines are no longer locked beforehand: taking one waits for who is changing it, looks at it anew, and adds up what it is then.
-- The close that lines name is looked for at the end of the statement, when it is there.
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
