-- Each query of a trigger is begun anew with each receipt: its sorts and sums cost more than the rows that it writes. A single entry, which
-- is the rule, needs none of them. Entries that come together are summed first; then each sum is written, in the order of its key as before.
create or replace function add_to_tally(entries tally_entry[]) returns void language plpgsql as $$
declare
  is_one constant boolean := cardinality(entries) = 1;
  own_shard constant smallint := pg_backend_pid() % 16;
  sums tally_entry[] := entries;
  it tally_entry;
begin
  if not is_one then
    sums := array(
      select row(own.branch_id, own.what, own.month_id, own.bucket,
        sum(own.rows), sum(own.paid), sum(own.debt), sum(own.owing), sum(own.price))::tally_entry
      from (select *, day - (extract(day from day)::integer - 1) as bucket from unnest(entries)) as own
      group by own.branch_id, own.what, own.month_id, own.bucket
      order by own.branch_id, own.what, own.month_id, own.bucket);
  end if;
  foreach it in array sums loop
    if it.rows <> 0 or it.paid <> 0 or it.debt <> 0 or it.owing <> 0 or it.price <> 0 then
      insert into tally as kept (branch_id, what, month_id, bucket, shard, rows, paid, debt, owing, price)
      values (it.branch_id, it.what, it.month_id, it.day - (extract(day from it.day)::integer - 1), own_shard,
        it.rows, it.paid, it.debt, it.owing, it.price)
      on conflict (branch_id, what, month_id, bucket, shard) do update
        set rows = kept.rows + excluded.rows, paid = kept.paid + excluded.paid, debt = kept.debt + excluded.debt,
          owing = kept.owing + excluded.owing, price = kept.price + excluded.price;
    end if;
  end loop;

  if not is_one then
    sums := array(
      select row(own.branch_id, min(own.what), own.month_id, own.day, 0, sum(own.paid), 0, 0, 0)::tally_entry
      from unnest(entries) as own
      where is_income(own.what)
      group by own.branch_id, own.month_id, own.day
      order by own.branch_id, own.month_id, own.day);
  end if;
  foreach it in array sums loop
    if it.month_id <> 0 and it.paid <> 0 and is_income(it.what) then
      insert into income_day as kept (branch_id, month_id, day, shard, paid)
      values (it.branch_id, it.month_id, it.day, own_shard, it.paid)
      on conflict (branch_id, month_id, day, shard) do update set paid = kept.paid + excluded.paid;
    end if;
  end loop;

  -- Last, and what only moves between months is not written: the row of a shard is held for a short time.
  if not is_one then
    sums := array(
      select row(own.branch_id, own.what, 0, null,
        sum(own.rows), sum(own.paid), sum(own.debt), sum(own.owing), sum(own.price))::tally_entry
      from unnest(entries) as own
      group by own.branch_id, own.what
      order by own.branch_id, own.what);
  end if;
  foreach it in array sums loop
    if it.rows <> 0 or it.paid <> 0 or it.debt <> 0 or it.owing <> 0 or it.price <> 0 then
      insert into tally_total as kept (branch_id, what, shard, rows, paid, debt, owing, price)
      values (it.branch_id, it.what, own_shard, it.rows, it.paid, it.debt, it.owing, it.price)
      on conflict (branch_id, what, shard) do update
        set rows = kept.rows + excluded.rows, paid = kept.paid + excluded.paid, debt = kept.debt + excluded.debt,
          owing = kept.owing + excluded.owing, price = kept.price + excluded.price;
    end if;
  end loop;
end $$;

-- New and deleted enrolments were counted by three triggers, each with a query of its own over the rows of the statement. Now one trigger
-- looks at them once, holds the students first, and asks for sums only where there is more than one row.
create function count_enrolments() returns trigger language plpgsql as $$
declare
  sign constant bigint := case tg_op when 'INSERT' then 1 else -1 end;
  few enrolment[] := array(select it::enrolment from changed it limit 2);
  it enrolment := few[1];
  one record;
begin
  if cardinality(few) = 1 then
    perform count_at_student(it.branch_id, it.student_id, tally_name(it), sign);
    if it.remaining > 0 then
      perform recount_debts(it.branch_id, it.student_id);
    end if;
    perform add_to_tally(array[enrolment_entry(it, sign)]);
    return null;
  end if;
  for one in
    select own.branch_id, own.student_id, tally_name(own::enrolment) as what, sign * count(*) as more from changed own
    group by own.branch_id, own.student_id, 3 order by own.branch_id, own.student_id, 3
  loop
    perform count_at_student(one.branch_id, one.student_id, one.what, one.more);
  end loop;
  for one in
    select own.branch_id, array_agg(distinct own.student_id order by own.student_id) as students
    from changed own where own.remaining > 0 group by own.branch_id order by own.branch_id
  loop
    perform recount_debts_of(one.branch_id, one.students);
  end loop;
  perform add_to_tally(array(select enrolment_entry(own::enrolment, sign) from changed own));
  return null;
end $$;

drop trigger enrolment_counted_insert on enrolment;
drop trigger enrolment_debt_insert on enrolment;
drop trigger enrolment_tally_insert on enrolment;
create trigger enrolment_counted_insert after insert on enrolment
  referencing new table as changed for each statement execute function count_enrolments();
drop trigger enrolment_counted_delete on enrolment;
drop trigger enrolment_debt_delete on enrolment;
drop trigger enrolment_tally_delete on enrolment;
create trigger enrolment_counted_delete after delete on enrolment
  referencing old table as changed for each statement execute function count_enrolments();
drop function count_many_at_students();
drop function debts_changed();
