-- Leaves the publishing of a write to a server that does it after the commit (decision 129). PostgreSQL holds one lock of the whole cluster
-- from a NOTIFY until its commit is on the disk and on the standby, so that commits could not share a flush. The writes of others are still
-- published here: those of a console, an import by hand, a server of an earlier version.
create or replace function publish_change() returns trigger language plpgsql as $$
declare
  own_shard constant smallint := pg_backend_pid() % 16;
  count bigint;
  change text;
  others text;
begin
  insert into branch_change as kept (branch_id, shard, changes)
  values (new.branch_id, own_shard, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (branch_id, shard) do update set changes = kept.changes + 1
  returning changes into count;
  change := concat_ws(' ', new.branch_id, own_shard, count, new.resource,
    nullif(left(current_setting('branch_desk.key', true), 8), ''));
  if current_setting('branch_desk.publisher', true) = 'server' then
    others := current_setting('branch_desk.changes', true);
    -- Very many are named as one change of everything, with the count of the last of them.
    if length(others) > 2000 then
      others := null;
      change := concat_ws(' ', new.branch_id, own_shard, count, 'everything');
    end if;
    perform set_config('branch_desk.changes', concat_ws(e'\n', nullif(others, ''), change), true);
  else
    perform pg_notify('branch_change', change);
  end if;
  return null;
end $$;
