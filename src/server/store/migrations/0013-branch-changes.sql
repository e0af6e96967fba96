-- Counts the committed writes of each branch and publishes each of them, so that the screens of other devices move.
-- The sum over the shards is the version of the branch: it grows with every commit, and equal sums mean that nothing changed between.
create table branch_change (
  branch_id bigint not null references branch,
  shard smallint not null,
  changes bigint not null,
  primary key (branch_id, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Every write leaves one history entry, so every write is published once. PostgreSQL tells listeners nothing that is not committed, and in
-- the order of the commits. A row begins with the clock in milliseconds: a backup does not contain it, so that no version from before a
-- restore comes again. The server names the key of the write in branch_desk.key; the first eight characters tell a device its own writes.
create function publish_change() returns trigger language plpgsql as $$
declare
  own_shard constant smallint := pg_backend_pid() % 16;
  count bigint;
begin
  insert into branch_change as kept (branch_id, shard, changes)
  values (new.branch_id, own_shard, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (branch_id, shard) do update set changes = kept.changes + 1
  returning changes into count;
  perform pg_notify('branch_change', concat_ws(' ', new.branch_id, own_shard, count, new.resource,
    nullif(left(current_setting('branch_desk.key', true), 8), '')));
  return null;
end $$;

-- After the checks of the foreign keys, whose names sort before it: a write that waits for its branch holds no counter yet.
create trigger write_published after insert on history for each row execute function publish_change();
