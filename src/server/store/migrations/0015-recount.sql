-- Counts the tally and the income of each day anew from the records, and stores them where they differ. A database that had records before
-- the tally existed (migration 0003) was left with empty sums.

do $$
begin
  create temporary table counted_entry on commit drop as
    select entry.* from student it cross join lateral student_entry(it, 1) as entry
    union all select entry.* from enrolment it cross join lateral enrolment_entry(it, 1) as entry
    union all select entry.* from book it cross join lateral book_entry(it, 1) as entry
    union all select entry.* from book_order it cross join lateral book_order_entry(it, 1) as entry
    union all select entry.* from book_payout it cross join lateral book_payout_entry(it, 1) as entry
    union all select entry.* from employee it cross join lateral employee_entry(it, 1) as entry
    union all select entry.* from salary it cross join lateral salary_entry(it, 1) as entry
    union all select entry.* from deduction it cross join lateral deduction_entry(it, 1) as entry
    union all select entry.* from expense it cross join lateral expense_entry(it, 1) as entry;

  create temporary table counted_tally on commit drop as
    select branch_id, what, month_id, date_trunc('month', day::timestamp)::date as bucket, sum(rows)::bigint as rows,
      sum(paid)::bigint as paid, sum(debt)::bigint as debt, sum(owing)::bigint as owing, sum(price)::bigint as price
    from counted_entry group by 1, 2, 3, 4
    having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0;

  create temporary table counted_income on commit drop as
    select branch_id, month_id, day, sum(paid)::bigint as paid from counted_entry
    where month_id <> 0 and is_income(what) group by 1, 2, 3 having sum(paid) <> 0;

  if exists (
    select from counted_tally full join (
      select branch_id, what, month_id, bucket, sum(rows)::bigint as rows, sum(paid)::bigint as paid, sum(debt)::bigint as debt,
        sum(owing)::bigint as owing, sum(price)::bigint as price
      from tally group by 1, 2, 3, 4
      having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0
    ) as kept using (branch_id, what, month_id, bucket, rows, paid, debt, owing, price)
    where counted_tally is null or kept is null
  ) then
    delete from tally;
    insert into tally (branch_id, what, month_id, bucket, shard, rows, paid, debt, owing, price)
      select branch_id, what, month_id, bucket, 0, rows, paid, debt, owing, price from counted_tally;
  end if;

  if exists (
    select from counted_income full join (
      select branch_id, month_id, day, sum(paid)::bigint as paid from income_day group by 1, 2, 3 having sum(paid) <> 0
    ) as kept using (branch_id, month_id, day, paid)
    where counted_income is null or kept is null
  ) then
    delete from income_day;
    insert into income_day (branch_id, month_id, day, shard, paid)
      select branch_id, month_id, day, 0, paid from counted_income;
  end if;
end $$;
