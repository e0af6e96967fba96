-- A close takes all lines of a day in one statement. The foreign key looked its close up once for each of them, which was a third of the
-- cost of a close; now each statement that gives lines to closes is checked once. A close is never deleted (drawer_close_stays), so what
-- is checked when a line is written stays true.
alter table drawer_line drop constraint drawer_line_close;

create function drawer_line_has_close() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct branch_id, close_id from written where close_id is not null) as it
    where not exists (select from drawer_close own where own.branch_id = it.branch_id and own.id = it.close_id)
  ) then
    raise exception 'a line of a drawer is taken by a close of its branch' using
      errcode = 'foreign_key_violation', constraint = 'drawer_line_close', table = 'drawer_line';
  end if;
  return null;
end $$;
create trigger drawer_line_close_changed after update on drawer_line
  referencing new table as written for each statement execute function drawer_line_has_close();

-- Lines are written without a close; only who restores or repairs data writes them with one.
create function drawer_line_begins_in_close() returns trigger language plpgsql as $$
begin
  if not exists (select from drawer_close own where own.branch_id = new.branch_id and own.id = new.close_id) then
    raise exception 'a line of a drawer is taken by a close of its branch' using
      errcode = 'foreign_key_violation', constraint = 'drawer_line_close', table = 'drawer_line';
  end if;
  return null;
end $$;
create trigger drawer_line_close_inserted after insert on drawer_line
  for each row when (new.close_id is not null) execute function drawer_line_begins_in_close();
