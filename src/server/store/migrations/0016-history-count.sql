-- Keeps the number of history entries by user and resource, so that a page of the history costs the same however long it is, and gives
-- the filters by user and resource an index. Sixteen shards, like the counter of changes (migration 0013).
create table history_count (
  branch_id bigint not null references branch,
  resource text not null,
  user_id bigint not null,
  shard smallint not null,
  entries bigint not null,
  primary key (branch_id, resource, user_id, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

insert into history_count (branch_id, resource, user_id, shard, entries)
  select branch_id, resource, user_id, 0, count(*) from history group by 1, 2, 3;

create index history_of_user on history (branch_id, user_id, id desc);
create index history_of_resource on history (branch_id, resource, id desc);

create function count_history() returns trigger language plpgsql as $$
begin
  insert into history_count as kept (branch_id, resource, user_id, shard, entries)
  values (new.branch_id, new.resource, new.user_id, pg_backend_pid() % 16, 1)
  on conflict (branch_id, resource, user_id, shard) do update set entries = kept.entries + 1;
  return null;
end $$;

-- After the change is published ("written" sorts after "write"): whoever waits for a shard does so at the counter of changes, so that two
-- writers of the same shard never wait for each other crosswise.
create trigger written_counted after insert on history for each row execute function count_history();
