-- Keeps the tally's sums over all months as well, so that the count of a list, which every page shows, is the sum of sixteen rows and not of
-- one for each month and shard. The shards are those of the tally (migration 0003), and both are written by the same function.
create table tally_total (
  branch_id bigint not null references branch,
  what text not null,
  shard smallint not null,
  rows bigint not null,
  -- Piastres, like `debt` and `price`.
  paid bigint not null,
  debt bigint not null,
  owing bigint not null,
  price bigint not null,
  primary key (branch_id, what, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

insert into tally_total (branch_id, what, shard, rows, paid, debt, owing, price)
  select branch_id, what, 0, sum(rows), sum(paid), sum(debt), sum(owing), sum(price) from tally group by branch_id, what;

create or replace function add_to_tally(entries tally_entry[]) returns void language plpgsql as $$
begin
  insert into tally as kept (branch_id, what, month_id, bucket, shard, rows, paid, debt, owing, price)
  select it.branch_id, it.what, it.month_id, it.bucket, pg_backend_pid() % 16,
    sum(it.rows), sum(it.paid), sum(it.debt), sum(it.owing), sum(it.price)
  from (select *, day - (extract(day from day)::integer - 1) as bucket from unnest(entries)) as it
  group by it.branch_id, it.what, it.month_id, it.bucket
  having sum(it.rows) <> 0 or sum(it.paid) <> 0 or sum(it.debt) <> 0 or sum(it.owing) <> 0 or sum(it.price) <> 0
  order by it.branch_id, it.what, it.month_id, it.bucket
  on conflict (branch_id, what, month_id, bucket, shard) do update
    set rows = kept.rows + excluded.rows, paid = kept.paid + excluded.paid, debt = kept.debt + excluded.debt,
      owing = kept.owing + excluded.owing, price = kept.price + excluded.price;

  insert into income_day as kept (branch_id, month_id, day, shard, paid)
  select it.branch_id, it.month_id, it.day, pg_backend_pid() % 16, sum(it.paid)
  from unnest(entries) as it
  where it.month_id <> 0 and it.paid <> 0 and is_income(it.what)
  group by it.branch_id, it.month_id, it.day
  having sum(it.paid) <> 0
  order by it.branch_id, it.month_id, it.day
  on conflict (branch_id, month_id, day, shard) do update set paid = kept.paid + excluded.paid;

  -- Last, and what only moves between months is not written: the row of a shard is held for a short time.
  insert into tally_total as kept (branch_id, what, shard, rows, paid, debt, owing, price)
  select it.branch_id, it.what, pg_backend_pid() % 16, sum(it.rows), sum(it.paid), sum(it.debt), sum(it.owing), sum(it.price)
  from unnest(entries) as it
  group by it.branch_id, it.what
  having sum(it.rows) <> 0 or sum(it.paid) <> 0 or sum(it.debt) <> 0 or sum(it.owing) <> 0 or sum(it.price) <> 0
  order by it.branch_id, it.what
  on conflict (branch_id, what, shard) do update
    set rows = kept.rows + excluded.rows, paid = kept.paid + excluded.paid, debt = kept.debt + excluded.debt,
      owing = kept.owing + excluded.owing, price = kept.price + excluded.price;
end $$;
