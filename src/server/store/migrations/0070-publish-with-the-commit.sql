-- Publishes each write with its commit, by the database itself: who listens hears the writes of a branch in the order in which they were
-- counted, and nothing that was rolled back. One row counts a branch; its number is the version of the branch's data.
drop trigger write_published on history;
drop function publish_change();
drop table branch_change;

create table branch_change (
  branch_id bigint primary key references branch,
  changes bigint not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Every write leaves one history entry. A row begins with the clock in milliseconds: a backup does not contain it, so that no version from
-- before a restore comes again. The server names the key of the write in branch_desk.key; the first eight characters tell a device its own
-- writes. A payload has at most 8,000 bytes, and this one less than 100.
create function publish_change() returns trigger language plpgsql as $$
declare
  count bigint;
begin
  insert into branch_change as kept (branch_id, changes)
  values (new.branch_id, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (branch_id) do update set changes = kept.changes + 1
  returning changes into count;
  perform pg_notify('branch_change',
    concat_ws(' ', new.branch_id, count, new.resource, nullif(left(current_setting('branch_desk.key', true), 8), '')));
  return null;
end $$;

-- At the commit: the row of the branch is locked for as long as that takes, and no other row is locked after it.
create constraint trigger write_published after insert on history deferrable initially deferred
  for each row execute function publish_change();
