-- What came in on each day of a month, kept beside the tally and in the same shards, so that the dashboard's line costs the same however
-- many payments it is drawn from.
create table income_day (
  branch_id bigint not null references branch,
  -- The month that it counts to; a payment that waits for one is in none.
  month_id bigint not null,
  day date not null,
  shard smallint not null,
  -- Piastres.
  paid bigint not null,
  primary key (branch_id, month_id, day, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- What the tally calls it is money that comes in; everything else that is paid goes out.
create function is_income(what text) returns boolean language sql immutable as
  $$ select what not in ('book-order', 'salary', 'expense') $$;

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
end $$;

insert into income_day (branch_id, month_id, day, shard, paid)
select branch_id, month_id, day, 0, sum(paid)
from (
  select (enrolment_entry(it, 1)).* from enrolment it
  union all select (book_payout_entry(it, 1)).* from book_payout it) as entry
where month_id <> 0
group by branch_id, month_id, day
having sum(paid) <> 0;
