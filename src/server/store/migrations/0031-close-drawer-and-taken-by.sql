-- Finds what one person recorded, newest first, for the filter "Taken by".
create index enrolment_of_recorder on enrolment (branch_id, kind, created_by, effective_date desc, id desc);
create index book_payout_of_recorder on book_payout (branch_id, created_by, effective_date desc, id desc);

-- Closes a drawer: stores the count, gives it all lines of its user that have no close yet, and what they come to. A line that is
-- written at the same time is seen and counted, or it stays for the next close; one that is being changed is waited for. Lines that came
-- to nothing are dropped: if something is paid on their record later, the next close counts it. Without a difference it is finished.
create function close_drawer(it drawer_close) returns bigint language plpgsql as $$
declare
  own bigint;
  total bigint;
begin
  insert into drawer_close (branch_id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, created_at)
  values (it.branch_id, it.user_id, it.previous_id, it.pieces, it.other, it.counted, it.float, it.kept, it.float, it.notes, it.created_at)
  returning id into own;
  perform from drawer_line where branch_id = it.branch_id and user_id = it.user_id and close_id is null
    order by source, record_id for update;
  delete from drawer_line where branch_id = it.branch_id and user_id = it.user_id and close_id is null and amount = 0;
  update drawer_line set close_id = own where branch_id = it.branch_id and user_id = it.user_id and close_id is null;
  select it.float + coalesce(sum(amount), 0) into total from drawer_line where branch_id = it.branch_id and close_id = own;
  update drawer_close set expected = total, finished_at = case when total = counted then it.created_at end
  where branch_id = it.branch_id and id = own;
  return own;
end $$;
